// Requests of the console: from what the reader entered to a URL, headers and a body, as the API writes them.

// Everything but unreserved characters (RFC 3986) is encoded.
const encode = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

const plain = (value) => typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);

// The pairs of a value whose parts are named in brackets.
function pairsOf(name, value, lists) {
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => pairsOf(name + ({ brackets: "[]", indexed: `[${at}]` }[lists] ?? ""), item, lists));
  }
  if (value !== null && typeof value === "object") {
    return Object.entries(value).flatMap(([field, inner]) => pairsOf(name === "" ? field : `${name}[${field}]`, inner, lists));
  }
  return [[name, plain(value)]];
}

// The pairs of a form. Fields that name another style have no brackets.
function formOf(form, { lists, styles = {} }) {
  if (form === null || typeof form !== "object") return pairsOf("", form, lists);
  return Object.entries(form).flatMap(([name, value]) => {
    const style = Object.hasOwn(styles, name) ? styles[name] : undefined;
    if (style === "json") return [[name, JSON.stringify(value)]];
    if (style === "items" && Array.isArray(value)) return value.map((item) => [name, JSON.stringify(item)]);
    const separator = { comma: ",", space: " ", pipe: "|" }[style];
    if (!separator || !Array.isArray(value)) return pairsOf(name, value, lists);
    const items = value.map(plain);
    if (items.some((item) => item.includes(separator))) throw new Error(`${name} has an item that contains its separator`);
    return [[name, items.join(separator)]];
  });
}

// JSON that the reader entered.
function parsed(name, text) {
  try {
    return JSON.parse(text);
  } catch (problem) {
    throw new Error(`${name} is not valid JSON: ${problem.message}`);
  }
}

const linesOf = (text) => text.split("\n").filter((line) => line !== "");

// An object as one text.
function delimitedOf({ name, style }, text, encoded) {
  const separator = { space: encoded(" "), pipe: encoded("|"), label: ".", matrix: ";" }[style] ?? ",";
  const entries = Object.entries(parsed(name, text)).map((entry) => entry.map((part) => encoded(String(part))));
  const isFlat = ["comma", "space", "pipe"].includes(style);
  return (isFlat ? entries.flat() : entries.map((entry) => entry.join("="))).join(separator);
}

// The text of a parameter in the path.
function inPath(parameter, text) {
  if (parameter.kind === "fields") return delimitedOf(parameter, text, encode);
  if (parameter.kind !== "list") return encode(text);
  const separator = { label: ".", matrix: `;${encode(parameter.name)}=` }[parameter.style] ?? ",";
  return linesOf(text).map(encode).join(separator);
}

// The text of a header or a cookie.
function inHeader(parameter, text) {
  if (parameter.kind === "fields") return delimitedOf(parameter, text, (part) => part);
  return parameter.kind === "list" ? linesOf(text).join(", ") : text;
}

// The encoded pairs of a parameter in the query.
function queryOf({ name, kind, style, lists }, text) {
  const pair = ([name, value]) => `${encode(name)}=${encode(value)}`;
  if (style === "deep") return pairsOf(name, parsed(name, text), lists).map(pair);
  if (style === "flat") return pairsOf("", parsed(name, text), lists).map(pair);
  if (style === "json") return [pair([name, JSON.stringify(parsed(name, text))])];
  if (kind === "fields") return [`${encode(name)}=${delimitedOf({ name, style }, text, encode)}`];
  if (kind !== "list") return [pair([name, text])];
  const separator = { comma: ",", space: "%20", pipe: "%7C" }[style];
  const items = linesOf(text);
  return separator ? [`${encode(name)}=${items.map(encode).join(separator)}`] : items.map((item) => pair([name, item]));
}

// Parts that are not of a form, as one file: they have identifiers instead of names.
function joined(body, form) {
  const boundary = crypto.randomUUID();
  const mediaOf = (name, value) => value instanceof File ? value.type || "application/octet-stream"
    : body.parts.some((part) => part.name === name && part.kind === "json") ? "application/json" : "text/plain; charset=utf-8";
  const head = ([name, value]) => `--${boundary}\r\nContent-Type: ${mediaOf(name, value)}\r\nContent-ID: <${encode(name)}>\r\n\r\n`;
  const pieces = form.flatMap((part) => [head(part), part[1], "\r\n"]);
  const root = body.media === "multipart/related" && form.length > 0 ? `; type="${mediaOf(...form[0])}"` : "";
  const type = `${body.media}; boundary=${boundary}${root}`;
  return { file: new File([...pieces, `--${boundary}--\r\n`], "body.bin"), type };
}

function bodyOf(body, given) {
  if (body.kind === "multipart") {
    const form = [];
    for (const part of body.parts) {
      const value = given.parts[part.name];
      if (part.kind === "file") form.push(...[...value].map((file) => [part.name, file]));
      else if (value !== "") form.push(...(part.list ? linesOf(value) : [value]).map((text) => [part.name, text]));
    }
    return body.media === "multipart/form-data" ? { form } : joined(body, form);
  }
  if (body.kind === "file") return given.file ? { file: given.file } : {};
  if (given.text === "") return {};
  if (body.kind === "form") return { pairs: formOf(parsed("The body", given.text), body) };
  if (body.kind === "json") parsed("The body", given.text);
  return { text: given.text };
}

// The request. With keys, it is the one to send; without, variables stand for them.
function requestOf(operation, given, withKeys) {
  const headers = [];
  const query = [];
  const cookies = [];
  let [path, user] = [operation.path, null];
  const key = (name) => withKeys ? given.keys[name] ?? "" : `$${name}`;
  for (const part of given.requirement?.parts ?? []) {
    const value = key(part.variable);
    if (withKeys && value === "" && part.in !== "cookie") throw new Error(`Enter a value for ${part.variable}.`);
    if (part.in === "header") headers.push([part.name, part.prefix + value, part.prefix]);
    if (part.in === "query") query.push(`${encode(part.name)}=${withKeys ? encode(value) : value}`);
    if (part.in === "cookie") cookies.push(`${part.name}=${value}`);
    if (part.in === "basic") user = [value, key(part.password)];
  }
  for (const [at, parameter] of (operation.parameters ?? []).entries()) {
    const text = given.parameters[at];
    if (text === "") {
      if (withKeys && parameter.required) throw new Error(`Enter a value for ${parameter.name}.`);
      continue;
    }
    if (parameter.in === "path") {
      path = path.replace(`{${parameter.name}}`, () => inPath(parameter, text));
      path = path.replace(`{*${parameter.name}}`, () => encode(text).replaceAll("%2F", "/"));
    }
    if (parameter.in === "query") query.push(...queryOf(parameter, text));
    if (parameter.in === "header") headers.push([parameter.name, inHeader(parameter, text)]);
    if (parameter.in === "cookie") cookies.push(`${parameter.name}=${parameter.kind === "fields" ? inHeader(parameter, text) : encode(text)}`);
  }
  const { body } = operation;
  const content = body ? bodyOf(body, given.body) : {};
  if (content.text !== undefined || content.file) headers.push(["Content-Type", content.type ?? body.media]);
  const url = given.server + path + (query.length > 0 ? `?${query.join("&")}` : "");
  return { method: operation.method, url, headers, cookies, user, ...content };
}

// The same request as a curl command.
function curlOf({ method, url, headers, cookies, user, text, pairs, form, file }) {
  const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;
  // Between double quotes, the shell replaces the variables of keys. Everything else is encoded or escaped.
  const variable = (word) => word.includes("$") ? `"${word}"` : quoted(word);
  const header = ([name, value, prefix]) => {
    if (value === "") return quoted(`${name};`);
    if (prefix === undefined) return quoted(`${name}: ${value}`);
    return `"${`${name}: ${prefix}`.replace(/["`\\!$]/g, "\\$&")}${value.slice(prefix.length)}"`;
  };
  const lines = [`curl ${method === "GET" ? "" : method === "HEAD" ? "-I " : `-X ${method} `}${variable(url)}`];
  if (user) lines.push(`-u ${variable(user.join(":"))}`);
  for (const each of headers) lines.push(`-H ${header(each)}`);
  if (cookies.length > 0) lines.push(`-b ${variable(cookies.join("; "))}`);
  if (text !== undefined) lines.push(`--data-raw ${quoted(text)}`);
  for (const [name, value] of pairs ?? []) lines.push(`--data-urlencode ${quoted(`${encode(name)}=${value}`)}`);
  for (const [name, value] of form ?? []) {
    lines.push(value instanceof File ? `-F ${quoted(`${name}=@${value.name}`)}` : `--form-string ${quoted(`${name}=${value}`)}`);
  }
  if (file) lines.push(`--data-binary ${quoted(`@${file.name}`)}`);
  return lines.join(" \\\n  ");
}
