// What all parts share: elements, announcements, remembered choices, the theme.

// What starts when the page is there, in this order.
const starts = [themes, assumptions, contents, samples, baseUrl, schemas, markdown, search];

const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");
const wide = matchMedia("(min-width: 60rem)");

// Storage may be blocked. A choice then lasts until the page is closed.
const remember = (key, choice) => { try { localStorage.setItem(`reference-${key}`, choice); } catch { /* blocked */ } };
const remembered = (key) => { try { return localStorage.getItem(`reference-${key}`); } catch { return null; } };

const make = (name, className = "", text = "") => {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
};

const makeButton = (className, text) => {
  const button = make("button", className, text);
  button.type = "button";
  return button;
};

// `1 field`, `2 fields`.
const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

// Announces a change to screen readers.
const announce = (text) => { document.getElementById("announcement").textContent = text; };

// Keeps what the reader looks at in its place while something above it changes its height.
const keepInPlace = (element, change) => {
  const before = element.getBoundingClientRect().top;
  change();
  scrollBy({ top: element.getBoundingClientRect().top - before, behavior: "instant" });
};

const theme = () => root.dataset.theme || (dark.matches ? "dark" : "light");

// Set before the first paint, so that the page does not flash in another state.
if (["light", "dark"].includes(remembered("theme"))) root.dataset.theme = remembered("theme");
root.classList.toggle("assuming", remembered("assumptions") === "shown");
root.classList.add("js");

function themes() {
  const button = document.getElementById("theme");
  const label = () => button.setAttribute("aria-label", theme() === "dark" ? "Use the light theme" : "Use the dark theme");
  button.addEventListener("click", () => {
    root.dataset.theme = theme() === "dark" ? "light" : "dark";
    remember("theme", root.dataset.theme);
    label();
  });
  dark.addEventListener("change", label);
  button.hidden = false;
  label();
}

// Assumptions are hidden until the reader asks for them, by a switch or by a link to them.
function assumptions() {
  const switches = [...document.querySelectorAll("[role=switch]")];
  const show = (shown) => {
    root.classList.toggle("assuming", shown);
    for (const button of switches) button.setAttribute("aria-checked", String(shown));
  };
  for (const button of switches) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const shown = !root.classList.contains("assuming");
      keepInPlace(button, () => show(shown));
      remember("assumptions", shown ? "shown" : "hidden");
    });
  }
  show(root.classList.contains("assuming"));
}
