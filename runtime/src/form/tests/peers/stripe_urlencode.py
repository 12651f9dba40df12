"""Writes `stripe.tsv` with the PyPI package `stripe` and Python's `urllib`:

    pip install stripe==16.1.0 && python stripe_urlencode.py
"""

import json
from pathlib import Path
from urllib.parse import urlencode

from stripe._encode import _api_encode

here = Path(__file__).parent
values = json.loads((here / "values.json").read_text())
lines = [f"{index}\t{urlencode(list(_api_encode(value)))}\n" for index, value in enumerate(values)]
(here / "stripe.tsv").write_text("".join(lines))
