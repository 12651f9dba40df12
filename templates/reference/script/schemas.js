// Types in place: a button next to the name of a type shows its fields, variants or values.

const WORDS = { field: "field", variant: "variant", value: "value", element: "element" };

// The lists of a type that are shown in place.
const partsOf = (type) => type.querySelectorAll(":scope > .prose > :is(.entries, .facts)");

// The types that an element is in, in the page or in place.
function surrounding(element) {
  const found = new Set();
  for (let at = element.closest("[data-type], .type-entry"); at; at = at.parentElement.closest("[data-type], .type-entry")) {
    found.add(at.dataset.type ?? at.id);
  }
  return found;
}

let placesMade = 0;

// Adds a button to each link to a type.
function addButtons(scope) {
  for (const link of scope.querySelectorAll("a[href^='#type-']:not(.name)")) {
    const line = link.closest(".head, .content, .others, dd");
    const type = line && document.getElementById(link.hash.slice(1));
    const entries = type?.querySelector(":scope > .prose > .entries");
    if (!entries) continue;
    if (surrounding(line).has(type.id)) {
      link.after(" ", make("span", "mark", "recursive"));
      continue;
    }
    link.after(" ", expander(type, entries, line, link));
  }
}

function expander(type, entries, line, link) {
  const word = WORDS[entries.dataset.of] ?? "field";
  const count = counted(entries.children.length, word);
  const button = makeButton("more", count);
  const label = (shown) => button.setAttribute("aria-label", `${shown ? "Hide" : "Show"} ${count} of ${link.textContent}`);
  button.setAttribute("aria-expanded", "false");
  label(false);
  let place = null;
  button.addEventListener("click", () => {
    place ??= inPlace(type, line, button);
    const shown = button.getAttribute("aria-expanded") === "false";
    place.hidden = !shown;
    button.setAttribute("aria-expanded", String(shown));
    label(shown);
  });
  return button;
}

// Marks the fields that a request must have, as parameters are marked.
function markRequired(place) {
  place.dataset.request = "";
  for (const head of place.querySelectorAll(":scope > [data-of=field] > li > .head")) {
    const marks = [...head.querySelectorAll(".mark")].map((mark) => mark.textContent);
    if (!marks.includes("may be absent")) head.append(" ", make("span", "mark required", "required"));
  }
}

// A copy of the lists of a type, below a line.
function inPlace(type, line, button) {
  const place = make("div", "inset");
  placesMade += 1;
  place.id = `place-${placesMade}`;
  place.dataset.type = type.id;
  for (const part of partsOf(type)) {
    const copy = part.cloneNode(true);
    for (const element of [copy, ...copy.querySelectorAll("[id], [data-find], .more, .inset, .mark.recursive")]) {
      if (element.matches(".more, .inset")) element.remove();
      element.removeAttribute("id");
      element.removeAttribute("data-find");
    }
    place.append(copy);
  }
  if (line.matches(".body") || line.closest("[data-request]")) markRequired(place);
  button.setAttribute("aria-controls", place.id);
  // Within a list, an item holds everything about it.
  line.closest("li, dd") ? line.closest("li, dd").append(place) : line.after(place);
  addButtons(place);
  return place;
}

function schemas() {
  addButtons(document.querySelector("main"));
  // The fields of a body are what readers look for first.
  if (document.body.classList.contains("large")) return;
  for (const button of document.querySelectorAll(".content.body > .more:only-of-type")) button.click();
}
