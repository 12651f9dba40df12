"use strict";
(() => {
  const root = document.documentElement;
  const KEY = "reference-theme";
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const wide = matchMedia("(min-width: 60rem)");

  // Storage may be blocked. The choice then lasts until the page is closed.
  const remember = (theme) => { try { localStorage.setItem(KEY, theme); } catch { /* blocked */ } };
  const remembered = () => { try { return localStorage.getItem(KEY); } catch { return null; } };
  const theme = () => root.dataset.theme || (dark.matches ? "dark" : "light");

  // Set before the first paint, so that the page does not flash in the other theme.
  if (["light", "dark"].includes(remembered())) root.dataset.theme = remembered();
  root.classList.add("js");

  const make = (name, className, text) => {
    const element = document.createElement(name);
    element.className = className;
    element.textContent = text;
    return element;
  };

  // Announces a change to screen readers.
  const announce = (text) => { document.getElementById("announcement").textContent = text; };

  function themes() {
    const button = document.getElementById("theme");
    const label = () => button.setAttribute("aria-label", theme() === "dark" ? "Use the light theme" : "Use the dark theme");
    button.addEventListener("click", () => {
      root.dataset.theme = theme() === "dark" ? "light" : "dark";
      remember(root.dataset.theme);
      label();
    });
    dark.addEventListener("change", label);
    button.hidden = false;
    label();
  }

  function contents() {
    const menu = document.querySelector(".menu");
    const nav = menu.querySelector("nav");
    const fit = () => { menu.open = wide.matches; };
    fit();
    wide.addEventListener("change", fit);
    menu.classList.add("ready");
    nav.addEventListener("click", (event) => {
      if (event.target.closest("a") && !wide.matches) menu.open = false;
    });
    menu.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !wide.matches) {
        menu.open = false;
        menu.querySelector("summary").focus();
      }
    });
    follow(menu, nav);
  }

  // Marks the link to the section that is being read, and keeps the link in view.
  function follow(menu, nav) {
    const links = new Map([...nav.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
    const places = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
    const seen = new Set();
    let current = null;
    const mark = () => {
      // Operations are in groups: the innermost section wins.
      const place = places.filter((place) => seen.has(place)).sort((a, b) => a.contains(b) ? 1 : b.contains(a) ? -1 : 0)[0];
      const link = place && links.get(place.id);
      if (!link || link === current) return;
      current?.removeAttribute("aria-current");
      current = link;
      current.setAttribute("aria-current", "location");
      const box = wide.matches ? menu : nav;
      const [inner, outer] = [link.getBoundingClientRect(), box.getBoundingClientRect()];
      if (inner.top < outer.top + 40 || inner.bottom > outer.bottom - 40) {
        box.scrollTop += inner.top - outer.top - outer.height / 3;
      }
    };
    const observer = new IntersectionObserver((entries) => {
      for (const entry of entries) entry.isIntersecting ? seen.add(entry.target) : seen.delete(entry.target);
      mark();
    }, { rootMargin: "-80px 0px -75% 0px" });
    places.forEach((place) => observer.observe(place));
  }

  function samples() {
    // Makes scrollable samples focusable, so that the keyboard can scroll them in every browser.
    const sizes = new ResizeObserver((changes) => {
      for (const { target } of changes) {
        const scrolls = target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight;
        scrolls ? target.setAttribute("tabindex", "0") : target.removeAttribute("tabindex");
      }
    });
    for (const figure of document.querySelectorAll(".code")) {
      const [caption, code] = [figure.querySelector("figcaption"), figure.querySelector("pre")];
      const button = make("button", "copy", "Copy");
      button.type = "button";
      button.setAttribute("aria-label", `Copy: ${caption.textContent}`);
      button.addEventListener("click", async () => {
        button.textContent = (await copy(code)) ? "Copied" : "Press Ctrl+C";
        announce(button.textContent);
        setTimeout(() => { button.textContent = "Copy"; announce(""); }, 2000);
      });
      code.setAttribute("role", "region");
      code.setAttribute("aria-label", caption.textContent);
      sizes.observe(code);
      caption.append(button);
    }
  }

  // Without access to the clipboard, selects the code so that the reader can copy it.
  async function copy(code) {
    try {
      await navigator.clipboard.writeText(code.textContent);
      return true;
    } catch {
      getSelection().selectAllChildren(code);
      return false;
    }
  }

  // An API without named servers is most likely served where the page is: samples show that address.
  function origin() {
    const placeholder = document.body.dataset.placeholder;
    if (!placeholder || !/^https?:$/.test(location.protocol)) return;
    document.querySelector("#placeholder").remove();
    for (const code of document.querySelectorAll("code.rust, code.sh")) {
      const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { data } = texts.currentNode;
        if (data.includes(placeholder)) texts.currentNode.data = data.replace(placeholder, () => location.origin);
      }
    }
  }

  const ORDER = ["operation", "type", "status", "field", "parameter", "header", "value"];
  const MOST = 60;

  // The search index, read from the page at the first search.
  function index() {
    return [...document.querySelectorAll("[data-find]")].map((element) => {
      const kind = element.dataset.find;
      const name = element.querySelector(".name").textContent;
      const owner = element.parentElement.closest("article")?.querySelector(".name").textContent;
      const text = element.querySelector(":scope > .doc, :scope > .prose > .doc, :scope > td")?.textContent ?? "";
      const label = owner && element.localName === "li" ? `${owner}.${name}` : name;
      const about = [element.dataset.text, text].filter(Boolean).join(" · ");
      const extra = kind === "status" ? element.querySelector(".type").textContent : "";
      const all = `${label} ${about} ${extra}`.toLowerCase();
      return { id: element.id, kind, name: name.toLowerCase(), label: `${label} ${extra}`.trim(), about, all, rank: ORDER.indexOf(kind) };
    });
  }

  // Exact names first, then names that start with the word, names that contain it, and texts.
  function closeness(entry, words) {
    const [first] = words;
    if (entry.name === words.join("_") || entry.name === words.join("")) return 0;
    if (entry.name.startsWith(first)) return 1;
    return entry.label.toLowerCase().includes(first) ? 2 : 3;
  }

  function find(entries, query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    return entries
      .filter((entry) => words.every((word) => entry.all.includes(word)))
      .map((entry) => ({ entry, order: closeness(entry, words) * 10 + entry.rank }))
      .sort((a, b) => a.order - b.order)
      .map(({ entry }) => entry);
  }

  function search() {
    const input = document.getElementById("search");
    const list = document.getElementById("results");
    const count = document.getElementById("count");
    const box = list.parentElement;
    let entries = null;
    let chosen = -1;

    const close = () => {
      box.hidden = true;
      list.replaceChildren();
      chosen = -1;
      announce("");
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-activedescendant");
    };
    const choose = (next) => {
      const options = list.children;
      if (options.length === 0) return;
      options[chosen]?.setAttribute("aria-selected", "false");
      chosen = (next + options.length) % options.length;
      options[chosen].setAttribute("aria-selected", "true");
      options[chosen].scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", options[chosen].id);
    };
    const show = () => {
      entries ??= index();
      const found = find(entries, input.value);
      chosen = -1;
      input.removeAttribute("aria-activedescendant");
      list.replaceChildren(...found.slice(0, MOST).map(option));
      const results = found.length === 1 ? "1 result" : `${found.length} results`;
      count.textContent = found.length > MOST ? `${results}, the first ${MOST} are shown` : results;
      if (input.value.trim() === "") return close();
      announce(count.textContent);
      box.hidden = false;
      input.setAttribute("aria-expanded", "true");
      choose(0);
    };
    const option = (entry, at) => {
      const item = make("li", "", "");
      item.id = `result-${at}`;
      item.setAttribute("role", "option");
      item.setAttribute("aria-selected", "false");
      item.dataset.to = entry.id;
      item.append(make("span", "", entry.kind), make("b", "", entry.label), make("small", "", entry.about));
      return item;
    };
    const go = (item) => {
      if (!item) return;
      close();
      input.value = "";
      location.hash = item.dataset.to;
      document.getElementById(item.dataset.to)?.querySelector("a.name")?.focus({ preventScroll: true });
    };

    // Clears the field, or leaves it if it is empty.
    const leave = () => {
      if (input.value === "") input.blur();
      input.value = "";
      close();
    };

    input.addEventListener("input", show);
    input.addEventListener("focus", () => { if (input.value.trim()) show(); });
    input.addEventListener("blur", close);
    input.addEventListener("keydown", (event) => {
      // During composition, these keys belong to the input method.
      if (event.isComposing) return;
      if (event.key === "ArrowDown") choose(chosen + 1);
      else if (event.key === "ArrowUp") choose(chosen - 1);
      else if (event.key === "Enter") go(list.children[chosen]);
      else if (event.key === "Escape") leave();
      else return;
      event.preventDefault();
    });
    // Keeps the focus, since losing it would close the list before the click.
    list.addEventListener("mousedown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => go(event.target.closest("li")));
    document.addEventListener("keydown", (event) => {
      const typing = event.target.closest("input, textarea, select, [contenteditable]");
      if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.focus();
    });
    input.closest(".search").hidden = false;
  }

  document.addEventListener("DOMContentLoaded", () => {
    themes();
    contents();
    samples();
    origin();
    search();
  });
})();
