// Finds entries by words: the index, the order of results, and words with typos.

const ORDER = ["operation", "section", "type", "status", "key", "server", "field", "parameter", "header", "value"];

const textOf = (elements) => [...elements].map((element) => element.textContent.trim()).filter(Boolean).join(" ");

// The search index, read from the page at the first search.
function index() {
  return [...document.querySelectorAll("[data-find]")].map((element) => {
    const kind = element.dataset.find;
    const name = element.querySelector(kind === "section" ? "h1, h2" : ".name").textContent;
    const owner = element.parentElement.closest("article")?.querySelector(".name").textContent;
    const prose = ":scope > .prose > :is(p, .doc), :scope > :is(.doc, .lead, td, p:not(.head)), li:scope > div:not(.doc, .inset)";
    const text = textOf(element.querySelectorAll(prose));
    const label = owner && element.localName === "li" ? `${owner}.${name}` : name;
    const about = [element.dataset.text, text].filter(Boolean).join(" · ").replace(/\s+/g, " ");
    const extra = kind === "status" ? textOf(element.querySelectorAll(":scope > th > .type, :scope > div > b")) : "";
    const all = `${label} ${extra} ${about}`.toLowerCase();
    return { id: element.id, kind, name: name.toLowerCase(), title: name, label: `${label} ${extra}`.trim(), about, all, rank: ORDER.indexOf(kind) };
  });
}

// Exact names first, then names that start with the word, names that contain it, and texts.
function closeness(entry, words) {
  const [first] = words;
  if (entry.name === words.join("_") || entry.name === words.join("")) return 0;
  if (entry.name.startsWith(first)) return 1;
  return entry.label.toLowerCase().includes(first) ? 2 : 3;
}

function find(entries, words) {
  if (words.length === 0) return [];
  return entries
    .filter((entry) => words.every((word) => entry.all.includes(word)))
    .map((entry) => ({ entry, order: closeness(entry, words) * 20 + entry.rank }))
    .sort((a, b) => a.order - b.order)
    .map(({ entry }) => entry);
}

// Equal hits, such as a parameter of many operations, are one result until the reader opens it.
const FEWEST_EQUAL = 3;

function grouped(found) {
  const groups = new Map();
  for (const entry of found) {
    const key = `${entry.kind} ${entry.name}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()].flatMap((equal) => equal.length < FEWEST_EQUAL
    ? equal.map((entry) => [entry])
    : [equal]);
}

// The number of typos between a word and the beginning of another: letters that are missing, added, changed or swapped.
function typos(word, other, most) {
  if (Math.abs(word.length - other.length) > most && other.length < word.length) return Infinity;
  const end = Math.min(other.length, word.length + most);
  let [older, old] = [[], Array.from({ length: end + 1 }, (_, at) => at)];
  for (let row = 1; row <= word.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= end; at += 1) {
      const same = word[row - 1] === other[at - 1] ? 0 : 1;
      line[at] = Math.min(old[at] + 1, line[at - 1] + 1, old[at - 1] + same);
      if (row > 1 && at > 1 && word[row - 1] === other[at - 2] && word[row - 2] === other[at - 1]) {
        line[at] = Math.min(line[at], older[at - 2] + 1);
      }
    }
    if (Math.min(...line) > most) return Infinity;
    [older, old] = [old, line];
  }
  return Math.min(...old);
}

const NO_WORD = /[^\p{L}\p{N}]+/u;

// The words of the page by which a word with typos is corrected.
const vocabulary = (entries) => new Set(entries.flatMap((entry) => entry.all.split(NO_WORD)).filter((word) => word.length > 3));

const commonStart = (word, other) => [...word].findIndex((letter, at) => letter !== other[at]);

// A word that occurs in the page, or the nearest one that does; `null` if there is none.
function corrected(word, entries, known) {
  if (entries.some((entry) => entry.all.includes(word))) return word;
  const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  let [nearest, least] = [null, [most + 1]];
  for (const other of known) {
    // Of words with as few typos, that with the longest common beginning is meant, and of these the shortest.
    const distance = [typos(word, other, most), -commonStart(word, other), other.length];
    const at = distance.findIndex((part, at) => part !== least[at]);
    if (at >= 0 && distance[0] <= most && !(distance[at] > least[at])) [nearest, least] = [other, distance];
  }
  return nearest;
}
