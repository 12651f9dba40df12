// The page, or one of its operations, as Markdown for the clipboard. It is made from what the page shows, with the
// languages and statuses that the reader has chosen, so the page has each text once.

const escaped = (text) => text.replace(/[\\`*[\]<|~]|&(?=[#a-z])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/giu, "\\$&");

// A line that begins as text, not as a heading, a list or a quote.
const asText = (line) => line.replace(/^[#+>=:-]|^\d{1,9}(?=[.)](\s|$))/, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));

// A fence longer than any run of backticks in the code.
const fenceOf = (text, least) => "`".repeat(Math.max(least, ...(text.match(/`+/g) ?? []).map((run) => run.length + 1)));

function codeSpan(text) {
  const fence = fenceOf(text, 1);
  const space = /^`|`$/.test(text) ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}

const WRAPPED = { b: "**", strong: "**", em: "*", del: "~~" };
const IGNORED = "button, svg, [hidden], .tablist";

// Text with links, code and emphasis, on one line.
function inline(node) {
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.data.replace(/\s+/g, " "));
  if (node.nodeType !== Node.ELEMENT_NODE || node.matches(IGNORED)) return "";
  if (node.matches("h3 .name")) return escaped(node.textContent);
  if (node.matches("code, .name, .status, .verb")) return codeSpan(node.textContent.trim());
  if (node.matches("select")) return escaped(node.value);
  if (node.matches("br")) return " ";
  const text = [...node.childNodes].map(inline).join("");
  if (node.matches("q")) return `“${text}”`;
  const wrap = WRAPPED[node.localName];
  if (wrap && text.trim()) return `${wrap}${text.trim()}${wrap}`;
  const isElsewhere = node.matches("a[href]") && !node.getAttribute("href").startsWith("#");
  return isElsewhere ? `[${text}](<${node.href}>)` : text;
}

// Buttons between words leave spaces.
const lineOf = (nodes) => [...nodes].map(inline).join("").replace(/\s+/g, " ").replace(/ (?=[,;])/g, "").trim();

// `name` (type, required)
function headOf(head) {
  if (!head.querySelector(".type, .mark")) return lineOf(head.childNodes);
  const parts = [...head.children].map((part) => lineOf([part])).filter(Boolean);
  const words = parts.slice(1).join(", ");
  return `${parts[0]} (${words})`;
}

const indented = (text) => text.replace(/\n(?!\n)/g, "\n  ");

function listOf(list) {
  const items = [...list.children].map((item, index) => {
    const parts = blocksOf(item);
    const isShort = parts.every((part) => !part.includes("\n") || part.startsWith("- "));
    const sign = list.localName === "ol" ? `${index + 1}.` : "-";
    return indented(`${sign} ${parts.join(isShort ? "\n" : "\n\n")}`);
  });
  return items.join("\n");
}

function codeOf(pre) {
  const text = pre.textContent.replace(/\n$/, "");
  const fence = fenceOf(text, 3);
  const language = (pre.querySelector("code")?.className ?? "").replace("language-", "");
  return `${fence}${language}\n${text}\n${fence}`;
}

function tableOf(table) {
  const rows = [...table.rows].map((row) => `| ${[...row.cells].map((cell) => lineOf(cell.childNodes).replace(/(?<!\\)\|/g, "\\|")).join(" | ")} |`);
  return [rows[0], `|${" --- |".repeat(table.rows[0].cells.length)}`, ...rows.slice(1)].join("\n");
}

// The rows of the table of errors, which have lists in their cells, are items of a list.
function statusesOf(table) {
  const cellOf = (cell) => {
    const text = blocksOf(cell).join("\n");
    return `- ${cell.dataset.label}:${indented(`${text.startsWith("- ") ? "\n" : " "}${text}`)}`;
  };
  const rows = [...table.tBodies[0].rows].map(({ cells: [head, ...cells] }) => {
    const told = cells.filter((cell) => !cell.querySelector(".none"));
    return indented([`- ${lineOf(head.childNodes)}`, ...told.map(cellOf)].join("\n"));
  });
  return rows.join("\n");
}

const PRINTS = [
  ["h1, h2, h3, h4, h5, h6", (heading) => `${"#".repeat(Number(heading.localName[1]))} ${headOf(heading)}`],
  ["pre", codeOf],
  ["ul, ol", listOf],
  ["dl", (list) => [...list.querySelectorAll("dt")].map((name) => `- ${lineOf(name.childNodes)}: ${lineOf(name.nextElementSibling.childNodes)}`).join("\n")],
  ["table.statuses", statusesOf],
  ["table", tableOf],
  [".head", headOf],
  [".facts", (facts) => [...facts.children].map((fact) => lineOf(fact.childNodes).replace(/^./u, (first) => first.toUpperCase())).join(" · ")],
  ["figcaption", (caption) => `${lineOf(caption.childNodes)}:`],
  ["p, .note", (block) => asText(lineOf(block.childNodes))],
  [".caption", (caption) => `${lineOf(caption.querySelector("[aria-selected=true]").childNodes)}:`],
];

// The blocks in an element: text between other elements is a block too.
function blocksOf(element) {
  const blocks = [];
  let line = [];
  const end = () => {
    blocks.push(lineOf(line));
    line = [];
  };
  for (const node of element.childNodes) {
    const isBlock = node.nodeType === Node.ELEMENT_NODE && getComputedStyle(node).display !== "inline" && !node.matches("button, .status, .verb, span, a");
    if (!isBlock) {
      line.push(node);
      continue;
    }
    end();
    if (node.matches(IGNORED) || getComputedStyle(node).display === "none") continue;
    const print = PRINTS.find(([selector]) => node.matches(selector));
    blocks.push(...(print ? [print[1](node)] : blocksOf(node)));
  }
  end();
  return blocks.filter(Boolean);
}

const markdownOf = (element) => `${blocksOf(element).join("\n\n")}\n`;

// Writes a text to the clipboard. Pages without TLS have no clipboard API, so they use `execCommand`.
async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = make("textarea");
    area.value = text;
    const focused = document.activeElement;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    focused?.focus({ preventScroll: true });
    return done;
  }
}

function markdownButton(text, name, source) {
  return copyingButton(text, name, async () => (await write(source())) ? "Copied" : "Cannot copy");
}

function markdown() {
  const page = document.getElementById("content");
  // The page has the types that are shown in place anyway.
  const whole = () => {
    const places = page.querySelectorAll(".inset:not([hidden])");
    for (const place of places) place.hidden = true;
    const text = markdownOf(page);
    for (const place of places) place.hidden = false;
    return text;
  };
  const line = make("p", "whole");
  line.append(markdownButton("Copy page as Markdown", "", whole));
  page.querySelector(".base").after(line);
  for (const article of page.querySelectorAll(".operation")) {
    const heading = article.querySelector("h3");
    const name = heading.textContent;
    heading.after(markdownButton("Copy as Markdown", name, () => markdownOf(article)));
  }
}
