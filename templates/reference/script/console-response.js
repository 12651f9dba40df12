// Responses in the console: status, time, headers and the body, as it arrives.

// A longer body is cut.
const MOST_SHOWN = 1 << 20;

const bytesOf = (text) => new TextEncoder().encode(text);

// Sends a request, and shows the response.
async function send(request, place, signal) {
  const { method, url, headers, user, text, pairs, form, file } = request;
  const sent = new Headers(headers.map(([name, value]) => [name, value]));
  // Names and passwords may have any characters.
  if (user) sent.set("Authorization", `Basic ${btoa(String.fromCharCode(...bytesOf(user.join(":"))))}`);
  let body = text ?? file;
  if (pairs) body = new URLSearchParams(pairs);
  if (form) {
    body = new FormData();
    for (const [name, value] of form) body.append(name, value);
  }
  place.replaceChildren(make("p", "state", "Waiting for the response…"));
  const started = performance.now();
  let response;
  try {
    response = await fetch(requested(url), { method, headers: sent, body, signal, cache: "no-store", credentials: "same-origin", referrerPolicy: "no-referrer" });
  } catch (problem) {
    if (signal.aborted) throw new Error("The request was cancelled.");
    throw new Error(`There is no response: the server cannot be reached, or does not allow requests from this page (CORS). ${problem.message}`);
  }
  await showResponse(response, started, place, signal);
}

function showProblem(place, text) {
  const problem = make("p", "problem", text);
  problem.setAttribute("role", "alert");
  place.replaceChildren(problem);
}

async function showResponse(response, started, place, signal) {
  const state = make("p", "state");
  const status = make("span", `status ${response.ok ? "good" : "bad"}`, String(response.status));
  const facts = make("span");
  state.append(status, " ", facts);
  const headers = make("details", "headers");
  headers.append(make("summary", "", counted([...response.headers].length, "header")));
  const list = make("dl", "pairs");
  for (const [name, value] of response.headers) list.append(make("dt", "", name), make("dd", "", value));
  headers.append(list);
  const figure = figureOf("Response", "json");
  const code = figure.querySelector("code");
  place.replaceChildren(state, headers, figure);
  scrollable(figure.querySelectorAll("pre"));
  const say = (size) => {
    const reason = response.statusText ? `${response.statusText} · ` : "";
    facts.textContent = `${reason}${Math.round(performance.now() - started)} ms · ${counted(size, "byte")}`;
  };
  say(0);
  const type = response.headers.get("Content-Type") ?? "";
  const isText = type === "" || /^text\/|json|xml|javascript|form-urlencoded/.test(type);
  const size = await read(response, signal, (text, size) => {
    say(size);
    if (isText) code.textContent = text;
  });
  say(size);
  if (size === 0) figure.remove();
  else if (!isText) code.textContent = `(${counted(size, "byte")} of ${type})`;
  else if (/json/.test(type) && !/lines|ndjson|jsonl/.test(type)) code.replaceChildren(...formatted(code.textContent));
  announce(`Response ${response.status}`);
  state.scrollIntoView({ block: "nearest" });
}

// Reads a body; `show` gets the text so far. Returns the number of bytes.
async function read(response, signal, show) {
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read().catch((problem) => {
      // What has arrived stays.
      if (signal.aborted) return { done: true };
      throw problem;
    });
    if (done) break;
    size += value.length;
    if (text.length < MOST_SHOWN) text += decoder.decode(value, { stream: true });
    show(text.length < MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}\n… (the first 1 MiB is shown)`, size);
  }
  return size;
}

// JSON on several lines, with names, texts and words marked. Numbers stay as they are written.
function formatted(json) {
  const nodes = [];
  let depth = 0;
  const line = () => `\n${"  ".repeat(depth)}`;
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  tokens.forEach((token, at) => {
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    if (token === "}" || token === "]") {
      depth -= 1;
      nodes.push(before === "{" || before === "[" ? token : line() + token);
    } else if (token === "{" || token === "[") {
      depth += 1;
      nodes.push(token, after === "}" || after === "]" ? "" : line());
    } else if (token === ",") nodes.push(token + line());
    else if (token === ":") nodes.push(": ");
    else if (token.startsWith('"')) nodes.push(make(after === ":" ? "b" : "i", "", token));
    else nodes.push(/^[a-z]/.test(token) ? make("u", "", token) : token);
  });
  return nodes;
}
