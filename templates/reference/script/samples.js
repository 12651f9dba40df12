// Samples of code: tabs, copying, scrolling by keyboard, and the base URL.

let tabsMade = 0;

// Makes tabs of the samples in a list, by the pattern of the ARIA Authoring Practices Guide.
function makeTabs(list) {
  const bar = make("div", "tablist");
  bar.setAttribute("role", "tablist");
  bar.setAttribute("aria-label", list.getAttribute("aria-label"));
  const items = [...list.children].map((details) => {
    const summary = details.querySelector("summary");
    const tab = makeButton(`tab ${summary.className}`, summary.textContent);
    const panel = make("div", "panel");
    tabsMade += 1;
    [tab.id, panel.id] = [`tab-${tabsMade}`, `panel-${tabsMade}`];
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    summary.remove();
    panel.append(...details.childNodes);
    details.remove();
    bar.append(tab);
    return { tab, panel };
  });
  const choose = (index) => items.forEach(({ tab, panel }, at) => {
    tab.setAttribute("aria-selected", String(at === index));
    tab.tabIndex = at === index ? 0 : -1;
    panel.hidden = at !== index;
  });
  const copied = () => items.find(({ panel }) => !panel.hidden).panel;
  const line = make("div", "caption");
  line.append(bar, copyButton(list.getAttribute("aria-label"), copied));
  list.classList.add("code", "ready");
  list.append(line, ...items.map(({ panel }) => panel));
  choose(0);
  return { bar, tabs: items.map(({ tab }) => tab), choose, remembered: list.dataset.tabs === "language" };
}

function samples() {
  const all = [...document.querySelectorAll(".tabs")].map(makeTabs);
  const chooseEverywhere = (language) => {
    for (const { tabs, choose, remembered } of all) {
      const index = remembered ? tabs.findIndex((tab) => tab.textContent === language) : -1;
      if (index >= 0) choose(index);
    }
  };
  const choose = (list, tab) => keepInPlace(list.bar, () => {
    list.choose(list.tabs.indexOf(tab));
    if (!list.remembered) return;
    remember("language", tab.textContent);
    chooseEverywhere(tab.textContent);
  });
  for (const list of all) {
    list.bar.addEventListener("click", (event) => {
      const tab = event.target.closest(".tab");
      if (tab) choose(list, tab);
    });
    list.bar.addEventListener("keydown", (event) => {
      const [at, count] = [list.tabs.indexOf(event.target), list.tabs.length];
      const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + count, Home: 0, End: count - 1 }[event.key];
      if (at < 0 || next === undefined) return;
      event.preventDefault();
      const tab = list.tabs[next % count];
      choose(list, tab);
      tab.focus({ preventScroll: true });
      tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
  }
  if (remembered("language")) chooseEverywhere(remembered("language"));
  for (const figure of document.querySelectorAll("figure.code")) {
    const caption = figure.querySelector("figcaption");
    const name = caption.textContent;
    caption.append(copyButton(name, () => figure));
    figure.querySelector("pre").setAttribute("aria-label", name);
  }
  scrollable(document.querySelectorAll(".code pre"));
}

// Makes scrollable code focusable, so that the keyboard can scroll it in every browser.
const sizes = new ResizeObserver((changes) => {
  for (const { target } of changes) {
    const scrolls = target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight;
    scrolls ? target.setAttribute("tabindex", "0") : target.removeAttribute("tabindex");
  }
});

function scrollable(codes) {
  for (const code of codes) {
    code.setAttribute("role", "group");
    if (!code.hasAttribute("aria-label")) {
      const tab = document.getElementById(code.closest("[aria-labelledby]")?.getAttribute("aria-labelledby"));
      code.setAttribute("aria-label", tab ? `${code.closest(".tabs").getAttribute("aria-label")}: ${tab.textContent}` : "Code");
    }
    sizes.observe(code);
  }
}

// A button that copies something, and shows for a moment what became of it.
function copyingButton(text, name, copies) {
  const button = makeButton("copy", text);
  const show = (shown) => {
    button.textContent = shown;
    button.setAttribute("aria-label", name ? `${shown}: ${name}` : shown);
  };
  show(text);
  button.addEventListener("click", async () => {
    show(await copies());
    announce(button.textContent);
    setTimeout(() => { show(text); announce(""); }, 2000);
  });
  return button;
}

// A button that copies the code of what `source` returns.
function copyButton(name, source) {
  return copyingButton("Copy", name, async () => (await copy(source())) ? "Copied" : "Press Ctrl+C");
}

// Without access to the clipboard, selects the code so that the reader can copy it.
async function copy(element) {
  const codes = [...element.querySelectorAll("pre")];
  try {
    await navigator.clipboard.writeText(codes.map((code) => code.textContent).join("\n\n"));
    return true;
  } catch {
    getSelection().selectAllChildren(codes[0] ?? element);
    return false;
  }
}

const isServed = /^https?:$/.test(location.protocol);

// The servers that requests can go to: those of the description. An API without any is most likely served where the
// page is.
function servers() {
  const named = [...document.querySelectorAll("[data-url]")].map((item) => item.dataset.url);
  if (named.length > 0) return named;
  return isServed ? [location.origin] : [];
}

let base = "";

// Shows an address in all samples.
function showBase(url) {
  base = url;
  for (const place of document.querySelectorAll("pre var, #base")) place.textContent = url;
}

// States the base URL, and lets the reader choose if there are several.
function baseUrl() {
  const choices = servers();
  const here = choices.find((url) => url.startsWith(location.origin));
  const first = here ?? choices[0];
  if (!first) return;
  document.getElementById("placeholder")?.remove();
  showBase(first);
  if (choices.length < 2) return;
  const place = document.getElementById("base");
  const select = make("select");
  select.setAttribute("aria-label", "Server");
  select.append(...choices.map((url) => new Option(url, url, url === first, url === first)));
  select.addEventListener("change", () => showBase(select.value));
  select.id = "server";
  place.replaceWith(select);
}
