"""Calls the payments API at API_URL with Stripe's library for Python and with requests."""

import json
import os
import threading

import requests
import stripe

URL, KEY = os.environ["API_URL"], os.environ["API_KEY"]
CARD = {"type": "card", "number": "4242424242424242", "expiry": [12, 2030]}
DEBIT = {"type": "sepa_debit", "iban": "DE02120300000000202051"}


def equal(actual, expected):
    assert actual == expected, f"{actual!r} is not {expected!r}"


class Account:
    """A connected account with Stripe's client, which writes nested forms and creates idempotency keys."""

    def __init__(self, name, key=KEY):
        self.name = name
        addresses = {"api": URL}
        self.client = stripe.StripeClient(key, base_addresses=addresses, max_network_retries=3)
        self.headers = {"Authorization": f"Bearer {key}", "Payments-Account": name}

    def send(self, verb, path, /, **parameters):
        options = {"headers": {"Payments-Account": self.name}}
        response = self.client.raw_request(verb, path, **parameters, **options)
        return self.client.deserialize(response, api_mode="V1")

    def fails(self, error, verb, path, /, **parameters):
        try:
            self.send(verb, path, **parameters)
        except error as caught:
            return caught
        raise AssertionError(f"{verb} {path} did not fail")

    def get(self, path, status=200, **options):
        options.setdefault("headers", {}).update(self.headers)
        response = requests.get(f"{URL}/v1/{path}", **options)
        equal((path, response.status_code), (path, status))
        return response


def forms():
    """Nested objects, lists and tuples, as Stripe's library writes them."""
    account = Account("acct_forms")
    splits = [{"account": "acct_1", "share": 0.25}, {"account": "acct_2", "share": 0.5}]
    metadata = {"order": "7", "größe": "a&b=c"}
    payment = account.send(
        "post", "/v1/payments", amount=1050, currency="eur", method=CARD, splits=splits, metadata=metadata
    )
    equal(payment.id, "pay_1")
    equal(payment.method.to_dict(), {"type": "card", "last4": "4242", "expiry": [12, 2030]})
    equal(payment.metadata.to_dict(), metadata)
    changed = account.send("post", f"/v1/payments/{payment.id}", description="Tea", metadata={"order": "8"})
    equal((changed.description, changed.metadata.to_dict()), ("Tea", {"order": "8"}))
    # An empty text removes a value, as in Stripe's own API.
    changed = account.send("post", f"/v1/payments/{payment.id}", description="")
    equal((getattr(changed, "description", None), changed.metadata.to_dict()), (None, {"order": "8"}))

    pending = account.send("post", "/v1/payments", amount=5, currency="xau", method=DEBIT)
    equal((pending.status, pending.currency), ("pending", "xau"))
    canceled = account.send("post", f"/v1/payments/{pending.id}/cancel", reason="changed my mind")
    equal((canceled.status, canceled.metadata.reason), ("failed", "changed my mind"))
    # A body that may be absent.
    pending = account.send("post", "/v1/payments", amount=5, currency="usd", method=DEBIT)
    equal(account.send("post", f"/v1/payments/{pending.id}/cancel").status, "failed")

    # requests writes JSON. The server does not read what it did not announce.
    response = requests.post(f"{URL}/v1/payments", json={"amount": 1}, headers=account.headers)
    equal(response.status_code, 415)
    customer = {"email": "ada@example.com", "tax_number": "12"}
    response = requests.post(f"{URL}/v1/customers", json=customer, headers=account.headers)
    equal((response.status_code, response.json()), (201, {"id": "cus_1", "email": "ada@example.com"}))
    response = requests.post(f"{URL}/v1/customers", json={**customer, "age": 36}, headers=account.headers)
    equal((response.status_code, response.json()["error"]["param"]), (400, "age"))


def errors():
    """The types that Stripe's library has for them."""
    account = Account("acct_errors")
    wanted = {"amount": 100, "currency": "eur"}
    lost = {**CARD, "number": "4000000000000002"}
    declined = account.fails(stripe.CardError, "post", "/v1/payments", **wanted, method=lost)
    equal((declined.http_status, declined.code), (402, "card_declined"))
    equal(declined.json_body["error"]["decline_code"], "lost_card")
    old = {**CARD, "expiry": [1, 2020]}
    equal(account.fails(stripe.CardError, "post", "/v1/payments", **wanted, method=old).code, "card_expired")
    invalid = account.fails(stripe.InvalidRequestError, "post", "/v1/payments", amount=0, currency="eur", method=CARD)
    equal((invalid.http_status, invalid.param), (400, "amount"))
    month = {**CARD, "expiry": [13, 2030]}
    invalid = account.fails(stripe.InvalidRequestError, "post", "/v1/payments", **wanted, method=month)
    equal(invalid.param, "method.expiry[0]")
    unknown = account.fails(stripe.InvalidRequestError, "post", "/v1/payments/pay_0", description="x")
    equal((unknown.http_status, unknown.user_message), (404, "No such object"))
    stranger = Account("acct_errors", "sk_other")
    equal(stranger.fails(stripe.AuthenticationError, "get", "/v1/payments").http_status, 401)
    closed = {**CARD, "number": "4000000000000500"}
    equal(account.fails(stripe.APIError, "post", "/v1/payments", **wanted, method=closed).http_status, 503)
    response = requests.delete(f"{URL}/v1/payments", headers=account.headers)
    equal((response.status_code, sorted(response.headers["Allow"].split(","))), (405, ["GET", "HEAD", "POST"]))


def keys():
    """Idempotency keys: two calls at the same time are one, because Stripe's library tries 409 again."""
    account = Account("acct_keys")
    wanted = {"amount": 700, "currency": "eur", "method": {**CARD, "number": "4000000000000100"}}
    payments = []

    def pay():
        payments.append(account.send("post", "/v1/payments", **wanted, idempotency_key="once").id)

    threads = [threading.Thread(target=pay) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    equal(payments, ["pay_1", "pay_1"])
    other = {**wanted, "amount": 1, "idempotency_key": "once"}
    equal(account.fails(stripe.InvalidRequestError, "post", "/v1/payments", **other).param, "Idempotency-Key")


def pages():
    """Cursors, as Stripe's library follows them, and filters of several styles."""
    account = Account("acct_pages")
    for number in range(7):
        method = DEBIT if number % 2 else CARD
        account.send("post", "/v1/payments", amount=100 + number, currency="eur", method=method)
    page = account.send("get", "/v1/payments", limit=3)
    equal([payment.id for payment in page.data], ["pay_7", "pay_6", "pay_5"])
    newest, pages = [payment.id for payment in page.data], 1
    while page.has_more:
        page = account.send("get", "/v1/payments", limit=3, starting_after=newest[-1])
        newest, pages = newest + [payment.id for payment in page.data], pages + 1
    equal((newest, pages), ([f"pay_{number}" for number in range(7, 0, -1)], 3))

    found = account.send("get", "/v1/payments", created={"gte": 2000, "lt": 4000})
    equal([payment.id for payment in found.data], ["pay_3", "pay_2"])
    parameters = {"created[lt]": 5000, "expand[]": ["data.customer", "data.other"]}
    found = account.get("payments?status=pending,failed", params=parameters).json()
    equal([payment["id"] for payment in found["data"]], ["pay_4", "pay_2"])
    # requests encodes a comma in a value. Then it is part of the value, and not between two.
    equal(account.get("payments", params={"status": "pending,failed"}).json()["data"], [])
    account.get("payments", 400, params={"limit": 101})
    account.get("payments", 400, params={"starting_after": "pay_99"})


def reports():
    """Contents to choose from by `Accept`, and a status without content. Reports are of the account of the key."""
    account = Account("acct_reports")
    form = {"amount": "25050", "currency": "eur", "method[type]": "balance"}
    headers = {"Authorization": f"Bearer {KEY}"}
    equal(requests.post(f"{URL}/v1/payments", data=form, headers=headers).status_code, 201)
    rows = account.get("reports/2026-03-01", headers={"Accept": "application/x-ndjson"}, stream=True)
    rows = [json.loads(line) for line in rows.iter_lines()]
    equal(rows, [{"payment": "pay_1", "fee": "2.50", "settled_on": "2026-03-01"}])
    table = account.get("reports/2026-03-01", headers={"Accept": "text/csv"})
    equal(table.text, "payment,fee\npay_1,2.50\n")
    document = account.get("reports/2026-03-01", headers={"Accept": "text/html, application/*;q=0.1, application/pdf"})
    equal((document.headers["Content-Type"], document.content[:5]), ("application/pdf", b"%PDF-"))
    account.get("reports/2026-03-01", 406, headers={"Accept": "image/png"})
    later = account.get("reports/2027-03-01", 202)
    equal((later.headers["Retry-After"], later.content), ("3600", b""))
    account.get("reports/2025-03-01", 404)
    account.get("reports/tomorrow", 400)


forms()
errors()
keys()
pages()
reports()
print("ok  requests and Stripe's library")
