// Writes `qs.tsv` and `qs-read.tsv` with the npm package `qs`, which Express and many clients use:
//
//     npm install --no-save qs@6.17.1 && node qs.mjs
import fs from "node:fs";
import qs from "qs";

const read = (name) => JSON.parse(fs.readFileSync(new URL(name, import.meta.url), "utf8"));
const write = (name, lines) => fs.writeFileSync(new URL(name, import.meta.url), lines.join("\n") + "\n");

// Lists of lists and of objects need indexes.
const nests = (value) =>
  typeof value === "object" &&
  Object.values(value).some((item) => nests(item) || (Array.isArray(value) && typeof item === "object"));

const sort = (a, b) => (a < b ? -1 : 1);
const written = [];
for (const [lists, arrayFormat] of [["Repeated", "repeat"], ["Brackets", "brackets"], ["Indexed", "indices"]]) {
  read("values.json").forEach((value, index) => {
    if (lists === "Indexed" || !nests(value)) {
      written.push([lists, index, qs.stringify(value, { arrayFormat, sort })].join("\t"));
    }
  });
}
write("qs.tsv", written);
write("qs-read.tsv", read("forms.json").map((form) => [form, JSON.stringify(qs.parse(form))].join("\t")));
