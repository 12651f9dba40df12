"""Calls the forge API at API_URL with requests and sseclient."""

import base64
import os

import requests
import sseclient

URL, KEY = os.environ["API_URL"], os.environ["API_KEY"]
ENGINE = f"{URL}/repos/ada/engine"


def equal(actual, expected):
    assert actual == expected, f"{actual!r} is not {expected!r}"


session = requests.Session()
session.headers["Authorization"] = f"Bearer {KEY}"


def call(method, url, status=200, **options):
    response = session.request(method, url, timeout=20, **options)
    equal((method, url, response.status_code), (method, url, status))
    return response


def redirects():
    """requests follows the redirect, which is relative, and asks again with the validators it got."""
    found = call("GET", f"{URL}/repos/ada/machine")
    equal((found.url, [step.status_code for step in found.history]), (ENGINE, [301]))
    for condition in [
        {"If-None-Match": found.headers["ETag"]},
        {"If-None-Match": f'"other", W/{found.headers["ETag"]}'},
        {"If-Modified-Since": found.headers["Last-Modified"]},
    ]:
        same = call("GET", ENGINE, 304, headers=condition)
        equal((same.content, same.headers["ETag"]), (b"", found.headers["ETag"]))
    equal(call("HEAD", ENGINE).content, b"")
    equal(call("GET", ENGINE, headers={"If-None-Match": '"other"'}).json()["full_name"], "ada/engine")


def issues():
    """Merge patches with `If-Match`, and pages whose links requests reads."""
    for number in range(1, 8):
        labels = ["bug", "help, please"] if number % 2 else []
        created = call("POST", f"{ENGINE}/issues", 201, json={"title": f"Issue {number}", "labels": labels})
        equal(created.headers["Location"], f"/repos/ada/engine/issues/{number}")
    etag, url = created.headers["ETag"], f"{URL}{created.headers['Location']}"
    patch = {"Content-Type": "application/merge-patch+json", "If-Match": etag}
    changed = call("PATCH", url, data='{"assignee": "ada", "priority": 2}', headers=patch)
    equal((changed.json()["assignee"], changed.json()["priority"]), ("ada", 2))
    call("PATCH", url, 412, data='{"assignee": null}', headers=patch)
    patch["If-Match"] = changed.headers["ETag"]
    equal(call("PATCH", url, data='{"assignee": null}', headers=patch).json()["assignee"], None)
    call("PATCH", url, 415, json={"assignee": None})
    invalid = call("POST", f"{ENGINE}/issues", 422, json={"title": "x", "labels": ["none"]}).json()
    equal([(error["field"], error["code"]) for error in invalid["errors"]], [("labels", "unknown")])

    numbers, pages = [], 0
    page = call("GET", f"{ENGINE}/issues?labels=bug,help%2C%20please&per_page=2")
    while True:
        numbers, pages = numbers + [issue["number"] for issue in page.json()], pages + 1
        if "next" not in page.links:
            break
        page = call("GET", requests.compat.urljoin(page.url, page.links["next"]["url"]))
    equal((numbers, pages), ([1, 3, 5, 7], 2))


def paths():
    """Partial and catch-all segments, contents by `Accept`, and values that are encoded."""
    found = call("GET", f"{ENGINE}/compare/v1.0...main").json()
    equal((found["ahead_by"], found["files"]), (2, ["README.md", "src/bin/a b+c.rs", "src/main.rs"]))
    entries = call("GET", f"{ENGINE}/contents/src").json()
    equal([(entry["type"], entry["path"]) for entry in entries], [("dir", "src/bin"), ("file", "src/main.rs")])
    file = call("GET", f"{ENGINE}/contents/src/bin/{requests.utils.quote('a b+c.rs')}", params={"ref": "refs/heads/main"})
    equal(base64.b64decode(file.json()["content"]), b"fn main() {}")
    raw = {"Accept": "application/vnd.forge.raw"}
    raw = call("GET", f"{ENGINE}/contents/README.md", headers=raw, params={"ref": "v1.0"})
    equal((raw.content, raw.headers["Content-Type"]), (b"# Engine", "application/vnd.forge.raw"))
    call("GET", f"{ENGINE}/contents/src", 406, headers={"Accept": "text/html"})


def files():
    """An upload of unknown length, a download, a part of it, and a redirect to another server."""
    content = os.urandom(300_000)
    pieces = (content[start : start + 7000] for start in range(0, len(content), 7000))
    release = f"{ENGINE}/releases/1/assets"
    gzip = {"Content-Type": "application/gzip"}
    asset = call("POST", release, 201, params={"name": "ä & b.gz"}, data=pieces, headers=gzip).json()
    equal((asset["name"], asset["size"], asset["media_type"]), ("ä & b.gz", 300_000, "application/gzip"))
    call("POST", release, 422, params={"name": "ä & b.gz"}, data=b"again", headers=gzip)
    equal(call("GET", f"{release}/1").content, content)
    part = call("GET", f"{release}/1", 206, headers={"Range": "bytes=-5"})
    equal((part.content, part.headers["Content-Range"]), (content[-5:], "bytes 299995-299999/300000"))
    call("GET", f"{release}/1", 416, headers={"Range": "bytes=300000-"})
    image = {"Content-Type": "application/x-iso9660-image"}
    call("POST", release, 201, params={"name": "disk"}, data=b"disk", headers=image)
    elsewhere = call("GET", f"{release}/2", 302, allow_redirects=False)
    equal(elsewhere.headers["Location"], "https://files.forge.example/2")


def callers():
    """Bearer tokens, basic authentication, a cookie with a header, and nobody."""
    issues = f"{ENGINE}/issues"
    equal(requests.get(issues, auth=("app_1", "app_secret")).status_code, 200)
    stranger = requests.get(issues, auth=("app_1", "wrong"))
    equal((stranger.status_code, "WWW-Authenticate" in stranger.headers), (401, True))
    equal(requests.get(issues).status_code, 200)
    equal(requests.get(f"{URL}/repos/ada/notes").status_code, 404)
    browser = {"cookies": {"session": "session_of_ada"}, "headers": {"X-CSRF-Token": "page_of_ada"}}
    equal(requests.post(issues, json={"title": "From a browser"}, **browser).status_code, 201)
    equal(requests.post(issues, json={"title": "x"}, cookies=browser["cookies"]).status_code, 401)
    reader = {"Authorization": "Bearer ben_reads"}
    equal(requests.post(issues, json={"title": "x"}, headers=reader).status_code, 403)


def activity():
    """Named events, from where an earlier connection ended."""
    def watch(last=None, count=2):
        headers = {"Last-Event-ID": last} if last else {}
        stream = call("GET", f"{ENGINE}/activity", headers=headers, stream=True)
        events = sseclient.SSEClient(stream).events()
        seen = [(event.id, event.event) for event, _ in zip(events, range(count))]
        stream.close()
        return seen

    first = watch()
    equal(first, [("1", "starred"), ("2", "starred")])
    equal(watch(first[-1][0]), [("3", "starred"), ("4", "issue.changed")])


redirects()
issues()
paths()
files()
callers()
activity()
print("ok  requests and sseclient")
