"""Calls the completions API at API_URL with OpenAI's library for Python, requests, and libraries for event streams and
multipart forms."""

import json
import os

import openai
import requests
import requests_toolbelt
import sseclient

URL, KEY = f"{os.environ['API_URL']}/v1", os.environ["API_KEY"]
HEADERS = {"Authorization": f"Bearer {KEY}"}


def equal(actual, expected):
    assert actual == expected, f"{actual!r} is not {expected!r}"


def said(text):
    return {"model": "nova-2", "messages": [{"role": "user", "content": text}]}


def fails(error, call, *arguments, **options):
    try:
        call(*arguments, **options)
    except error as caught:
        return caught
    raise AssertionError(f"{arguments} {options} did not fail")


def post(path, status=200, **options):
    headers = {**HEADERS, **options.pop("headers", {})}
    response = requests.post(f"{URL}/{path}", headers=headers, **options)
    equal((path, response.status_code, response.content if response.status_code != status else b""), (path, status, b""))
    return response


def completions():
    """OpenAI's library: whole completions, streams, tools and errors."""
    client = openai.OpenAI(api_key=KEY, base_url=URL, max_retries=0)
    create = client.chat.completions.create
    completion = create(**said("tea for two"), temperature=None, seed=7, stop=["milk"])
    equal((completion.choices[0].message.content, completion.choices[0].finish_reason), ("tea for two", "stop"))
    equal((completion.usage.prompt_tokens, completion.usage.completion_tokens), (1, 3))

    parts = [{"type": "text", "text": "see"}, {"type": "image_url", "url": "https://a.example/b.png"}]
    completion = create(**said(parts), tool_choice={"type": "function", "name": "look"})
    [call] = completion.choices[0].message.tool_calls
    equal((call.type, call.name), ("function", "look"))

    chunks = list(create(**said("tea for two"), stream=True))
    equal([chunk.choices[0].delta.content for chunk in chunks], ["tea", "for", "two", None])
    equal(chunks[-1].choices[0].finish_reason, "stop")

    words = []

    def listen():
        for chunk in create(**said("one two fail three"), stream=True):
            words.append(chunk.choices[0].delta.content)

    failure = fails(openai.APIError, listen)
    equal((words, failure.message), (["one", "two"], "The model is gone"))

    spent = fails(openai.RateLimitError, create, **said("too much"))
    equal((spent.code, spent.type), ("insufficient_quota", "insufficient_quota"))
    equal(fails(openai.RateLimitError, create, **said("too fast")).code, "rate_limit_exceeded")
    invalid = fails(openai.BadRequestError, create, **said("tea for two"), temperature=3)
    equal((invalid.param, invalid.type), ("temperature", "invalid_request_error"))
    filtered = fails(openai.UnprocessableEntityError, create, **said("violence"))
    equal(filtered.response.json(), {"reason": "violence", "hate": 0.25, "violence": 0.75})
    teapot = fails(openai.APIStatusError, create, **said("tea"))
    equal((teapot.status_code, teapot.response.content), (418, b"short and stout"))
    stranger = openai.OpenAI(api_key="sk-other", base_url=URL, max_retries=0)
    stranger = fails(openai.AuthenticationError, stranger.chat.completions.create, **said("tea for two"))
    equal(stranger.type, "authentication_error")


def events():
    """Events with names, up to the last one or the error, and the end marker."""
    beta = {"Completions-Beta": "replies=v1"}

    def reply(text):
        body = {"model": "nova-2", "input": text, "stream": True}
        response = post("replies", json=body, headers=beta, stream=True)
        return [(event.event, json.loads(event.data)) for event in sseclient.SSEClient(response).events()]

    named = reply("tea für two")
    names = ["reply.created", "reply.text.delta", "reply.text.delta", "reply.text.delta", "reply.completed"]
    equal([name for name, _ in named], names)
    equal([data["type"] for _, data in named], names)
    equal([data["sequence_number"] for _, data in named], [0, 1, 2, 3, 4])
    equal(named[2][1]["delta"], "für")
    failed = reply("tea fail")
    equal([name for name, _ in failed], ["reply.created", "reply.text.delta", "error"])
    equal(failed[-1][1], {"code": 500, "message": "The reply broke off"})
    post("replies", 400, json={"model": "nova-2", "input": "tea", "stream": True})

    response = post("chat/completions", json={**said("tea please"), "stream": True}, stream=True)
    equal(response.headers["Content-Type"], "text/event-stream")
    data = [event.data for event in sseclient.SSEClient(response).events()]
    equal([len(data), data[-1]], [4, "[DONE]"])


def speech():
    """A multipart form with a file that is sent as it is read, a list and JSON."""
    fields = [
        ("file", ("a.mp3", b"la la", "audio/mpeg")),
        ("languages[]", "en"),
        ("languages[]", "de"),
        ("hints", ("", json.dumps({"speakers": 1, "names": ["Ann", "Zoë"]}), "application/json")),
    ]
    encoder = requests_toolbelt.MultipartEncoder(fields=fields)
    headers = {"Content-Type": encoder.content_type}
    response = post("audio/transcripts", data=encoder, headers=headers)
    equal(response.json(), {"text": "5 bytes by Ann+Zoë in en+de", "duration": "PT5S"})
    text = ("response_format", (None, "text"))
    response = post("audio/transcripts", files=[*fields[:1], text])
    equal(response.text, "5 bytes by  in ")
    response = post("audio/transcripts", 400, files=[("languages[]", (None, "en"))])
    equal(response.json()["error"]["param"], "file")
    response = post("audio/transcripts", 400, files=[*fields[:1], ("response_format", (None, "pdf"))])
    equal(response.json()["error"]["param"], "response_format")
    post("audio/transcripts", 415, json={})


def files():
    """Pages by number, JSON and a list in the query, and headers alone."""
    found, page = [], 1
    while True:
        filter = json.dumps({"purpose": "batch"})
        parameters = {"filter": filter, "sort": "purpose|-bytes", "page": page, "page_size": 10}
        body = requests.get(f"{URL}/files", headers=HEADERS, params=parameters).json()
        found += [file["id"] for file in body["data"]]
        if page * 10 >= body["total"]:
            break
        page += 1
    equal(found, [f"file_{number}" for number in range(44, 0, -2)])
    head = requests.head(f"{URL}/files/file_2/content", headers=HEADERS)
    equal((head.status_code, head.headers["Content-Length"], head.headers["ETag"]), (200, "200", '"file_2"'))
    equal(requests.head(f"{URL}/files/none/content", headers=HEADERS).status_code, 404)
    other = {"api-key": "sk-project"}
    equal(requests.get(f"{URL}/files", headers=other).status_code, 401)
    equal(requests.post(f"{URL}/chat/completions", headers=other, json=said("hello")).status_code, 200)


def examples():
    """Lines of JSON, with and without a length, or one list."""
    lines = {"Content-Type": "application/x-ndjson"}
    example = json.dumps({"messages": [{"role": "user", "content": "é"}]}).encode()
    equal(post("datasets/a/examples", json=[json.loads(example)] * 3).json(), {"result": {"imported": 3}})
    response = post("datasets/a/examples", data=b"\n".join([example] * 99), headers=lines)
    equal(response.json(), {"result": {"imported": 99}})
    in_pieces = (example + b"\r\n" for _ in range(100))
    response = post("datasets/a/examples", 202, data=in_pieces, headers=lines)
    equal(response.headers["Location"], "https://api.completions.example/v1/imports/100")
    response = post("datasets/a/examples", 400, data=example + b'\n{"messages": 1}\n', headers=lines)
    assert "messages" in response.text, response.text
    post("datasets/a/examples", 415, data=example, headers={"Content-Type": "text/csv"})


completions()
events()
speech()
files()
examples()
print("ok  requests, OpenAI's library, sseclient and requests-toolbelt")
