// The search field: a combobox with a list of results.

const MOST = 60;

// The part of a text around the first word that was found.
function excerpt(text, words) {
  const at = text.toLowerCase().indexOf(words[0]);
  return at < 60 ? text : `…${text.slice(at - 30)}`;
}

function search() {
  const input = document.getElementById("search");
  const list = document.getElementById("results");
  const count = document.getElementById("count");
  const box = list.parentElement;
  let [entries, known] = [null, null];
  let [results, words, chosen] = [[], [], -1];

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
  const say = (text) => {
    count.textContent = text;
    announce(text);
  };
  // Shows the results, and selects one of them.
  const fill = (selected) => {
    chosen = -1;
    input.removeAttribute("aria-activedescendant");
    list.replaceChildren(...results.slice(0, MOST).map(option));
    choose(selected);
  };
  const show = () => {
    entries ??= index();
    const given = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (given.length === 0) return close();
    let found = find(entries, given);
    words = given;
    if (found.length === 0) {
      known ??= vocabulary(entries);
      words = given.flatMap((word) => word.split(NO_WORD)).filter(Boolean).map((word) => corrected(word, entries, known));
      found = words.includes(null) ? [] : find(entries, words);
    }
    results = grouped(found);
    fill(0);
    const instead = found.length > 0 && words !== given ? ` for “${words.join(" ")}”` : "";
    const more = results.length > MOST ? `, the first ${MOST} are shown` : "";
    say(counted(found.length, "result") + instead + more);
    box.hidden = false;
    input.setAttribute("aria-expanded", "true");
  };
  const option = (equal, at) => {
    const [entry] = equal;
    const item = make("li");
    item.id = `result-${at}`;
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    const [label, about] = equal.length > 1
      ? [entry.title, `${equal.length} places`]
      : [entry.label, excerpt(entry.about, words)];
    item.append(make("span", "", entry.kind), make("b", "", label), make("small", "", about));
    return item;
  };
  // Goes to a result, or opens a group of equal ones in its place.
  const go = (at) => {
    const equal = results[at];
    if (!equal) return;
    if (equal.length > 1) {
      results.splice(at, 1, ...equal.map((entry) => [entry]));
      fill(at);
      say(`${equal.length} places are shown`);
      return;
    }
    const [{ id }] = equal;
    close();
    input.value = "";
    location.hash = id;
    document.getElementById(id)?.querySelector("a.name, h1, h2 > a")?.focus({ preventScroll: true });
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
    else if (event.key === "Enter") go(chosen);
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
  });
  // Keeps the focus, since losing it would close the list before the click.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => go([...list.children].indexOf(event.target.closest("li"))));
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, dialog, [contenteditable]");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
  input.closest(".search").hidden = false;
}
