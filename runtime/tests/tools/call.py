"""Calls the archive at ARCHIVE_URL with HTTP libraries that nobody here wrote."""

import io
import json
import os

import httpx
import httpx_sse
import requests
import requests_toolbelt
import sseclient

URL = os.environ["ARCHIVE_URL"]
HINTS = json.dumps({"speakers": 2})
SEEN = [
    'file: a "b" é.mp3, audio/mpeg, 5 bytes',
    "language: en",
    "language: de",
    "hints: 2",
    "picture: a.gif, image/gif, 6 bytes",
    "picture: b.gif, image/gif, 0 bytes",
]


def equal(actual, expected):
    assert actual == expected, f"{actual!r} is not {expected!r}"


def forms():
    """Multipart forms, as each library writes them."""
    fields = [
        ("file", ('a "b" é.mp3', io.BytesIO(b"la la"), "audio/mpeg")),
        ("languages[]", (None, "en")),
        ("languages[]", (None, "de")),
        ("hints", (None, HINTS, "application/json")),
        ("pictures", ("a.gif", b"GIF89a", "image/gif")),
        ("pictures", ("b.gif", b"", "image/gif")),
    ]
    for by in ["form", "part"]:
        fields[0][1][1].seek(0)
        response = requests.post(f"{URL}/transcripts?by={by}", files=fields)
        equal((response.status_code, response.json()), (200, SEEN))

        fields[0][1][1].seek(0)
        response = httpx.post(f"{URL}/transcripts?by={by}", files=fields)
        equal((response.status_code, response.json()), (200, SEEN))

        # Reads the file while it is sent.
        fields[0][1][1].seek(0)
        encoder = requests_toolbelt.MultipartEncoder(fields=fields)
        headers = {"Content-Type": encoder.content_type}
        response = requests.post(f"{URL}/transcripts?by={by}", data=encoder, headers=headers)
        equal((response.status_code, response.json()), (200, SEEN))

    profile = [("name", (None, "Größe")), ("age", (None, "7")), ("tags", (None, "a")), ("tags", (None, ""))]
    response = requests.post(f"{URL}/profiles", files=profile)
    equal(response.json(), {"name": "Größe", "age": 7, "tags": ["a", ""]})
    response = requests.post(f"{URL}/profiles", files=[("age", (None, "x")), ("pet", (None, "cat"))])
    invalid = [(error.get("name", ""), error["problem"]) for error in response.json()["error"]["metadata"]["invalid"]]
    equal(response.status_code, 400)
    equal(invalid, [("name", "is missing"), ("age", "expected an integer"), ("pet", "is not a known field")])


def events():
    """Server-sent events, as each library reads them."""
    response = requests.get(f"{URL}/ticks/3", stream=True)
    ticks = [event.data for event in sseclient.SSEClient(response).events()]
    equal(ticks, ['{"number":0}', '{"number":1}', '{"number":2}', "[DONE]"])

    with httpx.Client() as client, httpx_sse.connect_sse(client, "GET", f"{URL}/ticks/failing") as source:
        failing = [(event.event, event.data) for event in source.iter_sse()]
    equal(failing, [("message", '{"number":1}'), ("error", '{"code":529}'), ("message", "[DONE]")])

    # Each connection has two events. The library leaves it to its users to connect again.
    numbers, last = [], None
    while not numbers or numbers[-1] != "[DONE]":
        headers = {"Last-Event-ID": last} if last else {}
        with httpx.Client() as client:
            with httpx_sse.connect_sse(client, "GET", f"{URL}/follow", headers=headers) as source:
                try:
                    for event in source.iter_sse():
                        numbers.append(event.data)
                        last = event.id or last
                        equal(event.retry, None if event.data == "[DONE]" else 1)
                except httpx.RemoteProtocolError:
                    pass  # The server breaks the connection off.
    equal(numbers, [f'{{"number":{number}}}' for number in range(7)] + ["[DONE]"])


def bodies():
    """Bytes and lines, with and without a length."""
    headers = {"Content-Type": "application/octet-stream"}
    for data in [b"x" * 300_000, iter([b"x" * 100_000] * 3)]:
        response = requests.post(f"{URL}/echo", data=data, headers=headers)
        equal(len(response.content), 300_000)
    equal(requests.get(f"{URL}/report").headers["Content-Length"], "4")

    rows = [{"name": f"é{number}", "number": number} for number in range(1000)]
    lines = (json.dumps(row).encode() + b"\r\n" for row in rows)
    response = requests.post(f"{URL}/rows", data=lines, headers={"Content-Type": "application/x-ndjson"})
    equal(response.json(), {"bytes": 1000})
    response = requests.get(f"{URL}/rows/1000", stream=True)
    equal([json.loads(line)["number"] for line in response.iter_lines()], list(range(1000)))


forms()
events()
bodies()
