"""Calls the gateway with the client of openapi-python-client, and reads the responses into the models of
datamodel-code-generator."""

import json
import os
from http import HTTPStatus

from client import AuthenticatedClient
from client.api.guardrails import list_guardrails
from client.api.models import get_model
from client.api.scim import update_group_mapping
from client.api.workspaces import list_workspaces
from client.models import ErrorResponse, GroupMappingUpdate, InvalidParameter, Role, WorkspacePage

import pydantic_models

client = AuthenticatedClient(os.environ["GATEWAY_URL"], os.environ["GATEWAY_MANAGEMENT_KEY"])

response = list_workspaces.sync_detailed(client=client, limit=1)
page = response.parsed
assert isinstance(page, WorkspacePage), response
assert len(page.data) == 1 and page.total_count > 1, page
model = pydantic_models.WorkspacePage.model_validate_json(response.content)
assert model.data[0].id.root == page.data[0].id, model

response = list_guardrails.sync_detailed(client=client)
intervals = [guardrail.reset_interval for guardrail in response.parsed.data]
assert "monthly" in intervals, intervals
# An open enumeration accepts values that the document does not list.
guardrails = json.loads(response.content)
guardrails["data"][0]["reset_interval"] = "hourly"
model = pydantic_models.GuardrailPage.model_validate(guardrails)
assert model.data[0].reset_interval.root == "hourly", model

update = GroupMappingUpdate(role=Role.ADMIN)
changed = update_group_mapping.sync("gm_support", client=client, body=update)
assert changed.data.role is Role.ADMIN, changed

response = get_model.sync_detailed("nobody", "nothing", client=client)
assert response.status_code == HTTPStatus.NOT_FOUND, response
assert isinstance(response.parsed, ErrorResponse), response
model = pydantic_models.ErrorResponse.model_validate_json(response.content)
assert model.error.code == 404, model

invalid = list_workspaces.sync(client=client, limit=0)
[problem] = invalid.error.metadata.invalid
assert isinstance(problem, InvalidParameter), invalid
assert (problem.in_.value, problem.name) == ("query", "limit"), problem

print("ok  openapi-python-client and datamodel-code-generator")
