"""YAML's language server knows the language by its JSON Schema, which the first line of a specification names."""

from pathlib import Path

import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from documents import contents, identifier, labels, open_document, position_of

HERE = Path(__file__).parent
SCHEMA = HERE.parent.parent / "docs" / "specsmith.schema.json"
FIRST = f"# yaml-language-server: $schema={SCHEMA.as_uri()}\n"
START = "specsmith: 1\napi: { name: Library, title: Library API, version: 1.0.0 }\n"


@pytest_lsp.fixture(
    scope="module",
    config=ClientServerConfig(
        server_command=["node", str(HERE / "node_modules/.bin/yaml-language-server"), "--stdio"]
    ),
)
async def client(lsp_client: LanguageClient):
    settings = {"validate": True, "hover": True, "completion": True, "schemaStore": {"enable": False}}
    lsp_client.set_configuration({"yaml": settings})
    # The client of the tests has no handlers for these.
    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda _: None)
    lsp_client.feature(types.TELEMETRY_EVENT)(lambda _: None)
    capabilities = client_capabilities("visual-studio-code")
    await lsp_client.initialize_session(
        types.InitializeParams(capabilities=capabilities, root_uri=HERE.as_uri())
    )
    yield
    await lsp_client.shutdown_session()


async def diagnostics(client: LanguageClient, name: str, text: str) -> list[str]:
    uri = f"file:///{name}.yaml"
    open_document(client, uri, FIRST + text)
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return [found.message for found in client.diagnostics[uri]]


async def completions(client: LanguageClient, name: str, text: str) -> list[str]:
    uri = f"file:///{name}.yaml"
    text, position = position_of(FIRST + text)
    open_document(client, uri, text)
    params = types.CompletionParams(text_document=identifier(uri), position=position)
    return labels(await client.text_document_completion_async(params))


async def test_a_valid_specification_has_no_errors(client: LanguageClient):
    text = START + "types:\n  Book: { fields: { title: string, tags?: list<string>? } }\n"
    assert await diagnostics(client, "valid", text) == []


async def test_an_unknown_key_is_an_error(client: LanguageClient):
    text = START + "operations:\n  list_books:\n    rout: GET /books\n"
    found = await diagnostics(client, "unknown_key", text)
    assert any("rout" in message for message in found), found


async def test_a_malformed_type_is_explained(client: LanguageClient):
    found = await diagnostics(client, "type", START + "types:\n  Book: { fields: { title: 'list<string' } }\n")
    assert any("`list<T>`" in message for message in found), found


async def test_keys_of_the_document_are_completed(client: LanguageClient):
    found = await completions(client, "sections", START + "‸\n")
    assert {"types", "operations", "errors", "auth"} <= set(found), found


async def test_keys_of_an_operation_are_completed(client: LanguageClient):
    text = START + "operations:\n  list_books:\n    route: GET /books\n    ‸\n"
    found = await completions(client, "operation", text)
    assert {"group", "returns", "errors", "query"} <= set(found), found
    assert "route" not in found


async def test_the_form_of_a_type_decides_which_keys_are_completed(client: LanguageClient):
    text = START + "types:\n  Shelf:\n    enum: [open, closed]\n    ‸\n"
    found = await completions(client, "enumeration", text)
    assert {"of", "open", "doc"} <= set(found), found
    assert "wrapped" not in found, found


async def test_words_are_completed(client: LanguageClient):
    text = START + "auth:\n  schemes:\n    key:\n      scheme: ‸\n"
    found = await completions(client, "words", text)
    assert {"bearer", "api_key", "oauth2"} <= set(found), found


async def test_a_key_is_explained(client: LanguageClient):
    uri = "file:///hover.yaml"
    text, position = position_of(FIRST + START + "operations:\n  list_books:\n    rou‸te: GET /books\n")
    open_document(client, uri, text)
    params = types.HoverParams(text_document=identifier(uri), position=position)
    found = contents(await client.text_document_hover_async(params))
    assert "method and the path" in found, found
