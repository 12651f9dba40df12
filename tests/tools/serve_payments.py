"""Serves the payments API with Python's standard library. Prints its port, and every request to the other output.

Forms are read with parse_qs, and nothing here knows OpenAPI.
"""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

KEY = "Bearer sk_test"
payments, customers, seen_keys = [], [], {}
lock = threading.Lock()


class Failure(Exception):
    def __init__(self, status, message, headers=(), **fields):
        super().__init__(message)
        kind = "api_error" if status >= 500 else "card_error" if status == 402 else "invalid_request_error"
        self.status, self.headers = status, headers
        self.error = {"type": kind, "message": message, **fields}


def take(form, name):
    """One value of a form."""
    if name not in form:
        raise Failure(400, f"{name} is missing", param=name)
    return form[name][0]


def read_method(form):
    match take(form, "method[type]"):
        case "card":
            month, year = int(take(form, "method[expiry][0]")), int(take(form, "method[expiry][1]"))
            number = take(form, "method[number]")
            if number.endswith("0002"):
                raise Failure(402, "Declined", code="card_declined", decline_code="lost_card", advice="call the bank")
            return {"expiry": [month, year], "last4": number[-4:], "type": "card"}
        case "sepa_debit":
            return {"iban": take(form, "method[iban]"), "type": "sepa_debit"}
        case other:
            # A kind of payment that the document does not know, with fields of its own.
            return {"voucher": {"points": 7}, "type": other + "_v2"}


def metadata_of(form):
    names = (name for name in form if name.startswith("metadata["))
    return {name.removeprefix("metadata[").removesuffix("]"): form[name][0] for name in names}


def create(form, _):
    method = read_method(form)
    splits = [name for name in form if name.startswith("splits[") and name.endswith("][share]")]
    payment = {
        "metadata": {**metadata_of(form), "splits": ",".join(form[name][0] for name in splits)},
        "customer": None,
        "created": 1000 * (len(payments) + 1),
        "status": "paid" if method["type"] == "card" else "in_review",
        "id": f"pay_{len(payments) + 1}",
        "object": "payment",
        "method": method,
        "currency": take(form, "currency"),
        "amount": int(take(form, "amount")),
        "livemode": False,
    }
    payments.append(payment)
    return (201, payment, {}) if payment["status"] == "paid" else (202, payment, {"Retry-After": "30"})


def find(identifier):
    for payment in payments:
        if payment["id"] == identifier:
            return payment
    raise Failure(404, f"No {identifier}")


def update(form, identifier):
    payment = find(identifier)
    if "description" in form:
        payment["description"] = form["description"][0] or None
        if payment["description"] is None:
            del payment["description"]
    payment["metadata"].update(metadata_of(form))
    return 200, payment, {}


def cancel(form, identifier):
    payment = find(identifier)
    payment["status"] = "failed"
    payment["metadata"]["reason"] = form.get("reason", ["none"])[0]
    return 200, payment, {}


def list_payments(query):
    found = payments[::-1]
    if "starting_after" in query:
        position = [payment["id"] for payment in found].index(query["starting_after"][0])
        found = found[position + 1 :]
    first, end = int(query.get("created[gte]", ["0"])[0]), int(query.get("created[lt]", ["1000000"])[0])
    found = [payment for payment in found if first <= payment["created"] < end]
    if "status" in query:
        found = [payment for payment in found if payment["status"] in query["status"][0].split(",")]
    limit = int(query.get("limit", ["2"])[0])
    page = [dict(payment) for payment in found[:limit]]
    if "data.customer" in query.get("expand[]", []):
        for payment in page:
            payment["customer"] = {"id": "cus_1", "email": "ada@example.com"}
    return {"object": "list", "url": "/v1/payments", "data": page, "has_more": len(found) > limit}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def respond(self, status, content, headers=(), media_type="application/json"):
        body = json.dumps(content, indent=2).encode() if media_type == "application/json" else content
        self.send_response(status)
        for name, value in dict(headers).items():
            self.send_header(name, value)
        if status != 202 or body != b"null":
            self.send_header("Content-Type", media_type)
        else:
            body = b""
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle_safely(self, perform):
        try:
            if self.headers["Authorization"] != KEY:
                raise Failure(401, "Who are you?", {"WWW-Authenticate": "Bearer"})
            if self.headers["Payments-Version"] not in (None, "2026-03-01"):
                raise Failure(400, "Unknown version", param="Payments-Version")
            with lock:
                perform()
        except Failure as failure:
            self.respond(failure.status, {"error": failure.error}, failure.headers)

    def do_GET(self):
        self.handle_safely(self.get)

    def get(self):
        url = urlsplit(self.path)
        if url.path == "/v1/payments":
            return self.respond(200, list_payments(parse_qs(url.query, keep_blank_values=True)))
        day = url.path.removeprefix("/v1/reports/")
        if day == "2027-01-01":
            return self.respond(202, None, {"Retry-After": "3600"})
        if day != "2026-03-01":
            return self.respond(502, b"<h1>Bad gateway</h1>", media_type="text/html")
        # The client names what it likes best first, and media types of errors last.
        preferred = self.headers["Accept"].split(",")[0]
        match preferred:
            case "text/csv":
                return self.respond(200, "payment,fee\r\npay_1,0.10\r\n".encode(), media_type="text/csv; header=present")
            case "application/pdf":
                return self.respond(200, b"%PDF-1.7\x00\xff", media_type="application/pdf")
        rows = [{"payment": "pay_1", "fee": "0.10", "settled_on": None}, {"payment": "pay_2", "fee": "1"}]
        lines = "\r\n".join(json.dumps(row) for row in rows)
        return self.respond(200, lines.encode(), media_type="application/x-ndjson")

    def do_POST(self):
        self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.handle_safely(self.post)

    def post(self):
        key = self.headers["Idempotency-Key"]
        if key and self.path == "/v1/payments":
            # The first try of each call fails. The second one must have the same key.
            if key not in seen_keys:
                seen_keys[key] = None
                raise Failure(503, "Busy", {"Retry-After": "0"})
            if seen_keys[key]:
                return self.respond(*seen_keys[key])
        if self.path == "/v1/customers":
            customer = json.loads(self.body)
            if "id" in customer:
                raise Failure(400, "Only responses have it", param="id")
            customers.append(customer)
            return self.respond(201, {"id": f"cus_{len(customers)}", "email": customer["email"]})
        form = parse_qs(self.body.decode(), keep_blank_values=True, strict_parsing=bool(self.body))
        has_type = self.headers["Content-Type"] == "application/x-www-form-urlencoded"
        if has_type != bool(self.body):
            raise Failure(400, "A form must say what it is")
        parts = self.path.removeprefix("/v1/payments").strip("/").split("/")
        match parts:
            case [""]:
                result = create(form, None)
            case [identifier]:
                result = update(form, identifier)
            case [identifier, "cancel"]:
                result = cancel(form, identifier)
            case _:
                raise Failure(404, "No such path")
        if key:
            seen_keys[key] = result
        return self.respond(*result)

    def log_message(self, format, *arguments):
        print(format % arguments, file=sys.stderr)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
