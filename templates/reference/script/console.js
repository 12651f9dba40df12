// The request console: a dialog for each operation, in which readers send requests.

// The server that all requests go to, if they go through the server of the page.
const proxied = document.querySelector('meta[name="proxied-api"]');

// The URL that the page requests.
function requested(url) {
  return proxied ? location.origin + proxied.dataset.path + url.slice(proxied.content.length) : url;
}

function consoles() {
  const operations = JSON.parse(document.getElementById("requests").textContent);
  const addresses = proxied ? [proxied.content] : [...new Set([...servers(), ...(isServed ? [location.origin] : [])])];
  const dialogs = new Map();
  for (const article of document.querySelectorAll(".operation")) {
    const operation = operations[article.id];
    if (!operation || (addresses.length === 0 && !operation.server)) continue;
    const name = article.querySelector(".name").textContent;
    const button = makeButton("try", "Try it");
    button.setAttribute("aria-label", `Try it: ${name}`);
    button.setAttribute("aria-haspopup", "dialog");
    button.addEventListener("click", () => {
      // What the reader has entered stays until the page is closed.
      if (!dialogs.has(name)) dialogs.set(name, consoleOf(name, operation, addresses));
      dialogs.get(name).showModal();
    });
    article.querySelector(".route").append(button);
  }
}
starts.push(consoles);

// The dialog of an operation.
function consoleOf(name, operation, addresses) {
  const dialog = make("dialog", "console");
  dialog.setAttribute("aria-label", `Try ${name}`);
  const title = make("h2", "", name);
  const closing = makeButton("copy", "Close");
  const head = make("header");
  head.append(title, closing);
  const form = makeForm(operation, operation.server && !proxied ? [operation.server] : addresses);
  const command = figureOf("curl", "sh");
  const response = make("section", "response");
  const output = make("div", "output");
  output.append(command, response);
  dialog.append(head, form.element, output);
  document.body.append(dialog);
  scrollable(command.querySelectorAll("pre"));

  // The command names variables in place of keys, so that it can be shown to others.
  const showCommand = () => {
    try {
      command.querySelector("code").textContent = curlOf(requestOf(operation, form.values(), false));
    } catch (problem) {
      command.querySelector("code").textContent = `# ${problem.message}`;
    }
  };
  form.element.addEventListener("input", showCommand);
  dialog.addEventListener("toggle", () => { form.fill(); showCommand(); });
  showCommand();

  let running = null;
  const stop = () => running?.abort();
  form.cancel.addEventListener("click", stop);
  dialog.addEventListener("close", stop);
  closing.addEventListener("click", () => dialog.close());
  form.element.addEventListener("submit", async (event) => {
    event.preventDefault();
    stop();
    const own = new AbortController();
    running = own;
    form.cancel.disabled = false;
    try {
      await send(requestOf(operation, form.values(), true), response, own.signal);
    } catch (problem) {
      showProblem(response, problem.message);
    }
    if (running === own) form.cancel.disabled = true;
  });
  return dialog;
}

function figureOf(name, language) {
  const figure = make("figure", "code");
  const caption = make("figcaption", "", name);
  const pre = make("pre");
  pre.append(make("code", language));
  pre.setAttribute("aria-label", name);
  caption.append(copyButton(name, () => figure));
  figure.append(caption, pre);
  return figure;
}
