"""Messages in a real terminal: they are as wide as it is, have colors, and links if it shows them.

    terminal.py SPECSMITH    The path of the command.
"""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
from pathlib import Path

SPEC = """\
specsmith: 1
api: { name: Library, title: Library, version: 1.0.0 }
operations:
  list_books:
    route: GET /books
    doc: Lists the books of the library, in the order in which the library got them, by their numbers.
    auth: librarian_with_a_long_name
"""
LINK = re.compile(r"\x1b]8;;(file://[^\x1b]*)\x1b\\")
ESCAPES = re.compile(r"\x1b]8;;[^\x1b]*\x1b\\|\x1b\[[0-9;]*m")


def run(command, folder, columns, variables):
    """What a command prints on a terminal with this many columns."""
    main, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    environment = {**kept, "TERM": "xterm-256color", **variables}
    process = subprocess.Popen(command, cwd=folder, env=environment, stdin=terminal, stdout=terminal, stderr=terminal)
    os.close(terminal)
    output = b""
    while True:
        try:
            chunk = os.read(main, 65536)
        except OSError:  # The other side is closed.
            break
        if not chunk:
            break
        output += chunk
    os.close(main)
    process.wait(timeout=30)
    return output.decode().replace("\r\n", "\n")


def main():
    specsmith = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        spec = Path(folder, "my library.yaml")
        spec.write_text(SPEC, encoding="utf-8")
        command = [specsmith, "openapi", spec.name]

        for columns in (50, 80, 200):
            output = run(command, folder, columns, {"VTE_VERSION": "7600"})
            shown = ESCAPES.sub("", output)
            assert "\x1b[" in output, "no colors"
            widest = max(len(line) for line in shown.splitlines() if "^" not in line and "error" not in line)
            assert widest <= columns, f"{widest} columns of {columns}:\n{shown}"
            links = LINK.findall(output)
            assert links == [f"{spec.resolve().parent.as_uri()}/my%20library.yaml#7"], f"{links}\n{shown}"

        assert not LINK.search(run(command, folder, 80, {})), "a link for a terminal that shows none"
        plain = run(command, folder, 80, {"NO_COLOR": "1", "VTE_VERSION": "7600"})
        assert not ESCAPES.search(plain), f"escape sequences with NO_COLOR: {plain!r}"
        help_text = run([specsmith, "--help"], folder, 60, {})
        widest = max(len(line) for line in ESCAPES.sub("", help_text).splitlines() if "  specsmith" not in line)
        assert widest <= 60, f"--help has {widest} columns:\n{help_text}"
    print("messages fit terminals of 50, 80 and 200 columns")


main()
