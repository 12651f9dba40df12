"""The samples of the API reference in Python and JavaScript.

    samples.py check PAGE…          All of them are valid. Pages are files that `specsmith docs` wrote.
    samples.py run PAGE OPERATION…  Those of these operations succeed, when sent to API_URL with API_KEY.
"""

import os
import re
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path

# Parses modules without running them, all in one process, which `node --check` cannot.
CHECK = """
import { readFileSync } from "node:fs";
import vm from "node:vm";
for (const file of process.argv.slice(1)) {
  try { new vm.SourceTextModule(readFileSync(file, "utf8")); } catch (error) {
    console.error(`${file}: ${error.message}\\n${readFileSync(file, "utf8")}`);
    process.exitCode = 1;
  }
}
"""


class Samples(HTMLParser):
    """Collects the samples of a page: its operation, its language and its code."""

    def __init__(self, page):
        super().__init__()
        self.found, self.operation, self.language = [], None, None
        self.feed(Path(page).read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "article":
            self.operation = attributes["id"].removeprefix("op-")
        if tag == "code" and attributes.get("class") in ("python", "js"):
            self.language = attributes["class"]
            self.found.append((self.operation, self.language, []))

    def handle_endtag(self, tag):
        if tag == "code":
            self.language = None

    def handle_data(self, text):
        if self.language:
            self.found[-1][2].append(text)

    def all(self):
        return [(operation, language, "".join(code)) for operation, language, code in self.found]


def check(pages):
    counts = {"python": 0, "js": 0}
    with tempfile.TemporaryDirectory() as folder:
        modules = []
        for page in pages:
            for operation, language, code in Samples(page).all():
                counts[language] += 1
                if language == "python":
                    compile(code, f"{page}, {operation}", "exec")
                else:
                    modules.append(Path(folder, f"{Path(page).stem}-{counts['js']}-{operation}.mjs"))
                    modules[-1].write_text(code, encoding="utf-8")
        node = ["node", "--no-warnings", "--experimental-vm-modules", "--input-type=module", "--eval", CHECK, "--"]
        subprocess.run(node + modules, check=True)
    print(f"samples: {counts['python']} in Python and {counts['js']} in JavaScript are valid")
    assert min(counts.values()) > 100, counts


def run(page, operations):
    url, key = os.environ["API_URL"], os.environ["API_KEY"]
    left = {(operation, language) for operation in operations for language in ("python", "js")}
    for operation, language, code in Samples(page).all():
        if (operation, language) not in left:
            continue
        left.remove((operation, language))
        # Each begins with the URL of the server, or with the address that stands for it.
        code = re.sub(r"https?://[^/\"`]+", lambda _: url, code, count=1)
        keys = dict.fromkeys(re.findall(r"\b[A-Z][A-Z_]*_KEY\b", code), key)
        command = [sys.executable, "-c", code]
        if language == "js":
            command = ["node", "--input-type=module", "--eval", code]
        with tempfile.TemporaryDirectory() as folder:
            for name in re.findall(r"\bopen(?:AsBlob)?\(\"([^\"]+)\"", code):
                Path(folder, name).write_bytes(b"a file")
            options = {"cwd": folder, "env": {**os.environ, **keys}, "timeout": 60}
            ran = subprocess.run(command, capture_output=True, text=True, **options)
        assert ran.returncode == 0, f"{operation}\n{code}\n{ran.stdout}{ran.stderr}"
    assert not left, f"no samples: {left}"
    print(f"samples: the samples of {', '.join(operations)} run")


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    check(arguments) if command == "check" else run(arguments[0], arguments[1:])
