"""Compares OpenAPI documents with what the generator exports from them.

    python -m comparison ORIGINAL EXPORT [ORIGINAL EXPORT]...

Prints what is lost, added or changed, by kind. Fails if there is a kind that is not known.
"""

import os
import sys
from collections import Counter

from .differences import KNOWN, Differences
from .document import read
from .operations import Comparison

SHOWN = int(os.environ.get("SHOWN", "3"))


def main(paths):
    known, failed = Counter(), False
    for original, export in zip(paths[::2], paths[1::2], strict=True):
        differences = Differences()
        comparison = Comparison(read(original), read(export), differences)
        comparison.run()
        unknown = differences.unknown()
        failed |= bool(unknown)
        print(f"{os.path.relpath(original)}: {len(unknown)} differences, {len(differences.found) - len(unknown)} known ones")
        for kind, found in differences.by_kind():
            if kind in KNOWN:
                known[kind] += len(found)
                continue
            print(f"  {kind}: {len(found)}")
            for difference in found[:SHOWN]:
                print(f"    {difference.text()}")
    print("known:")
    for kind, count in known.most_common():
        print(f"  {kind}: {count} ({KNOWN[kind]})")
    return 1 if failed else 0


sys.exit(main(sys.argv[1:]))
