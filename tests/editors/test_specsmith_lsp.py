"""`specsmith lsp`, as an editor sees it."""

import os
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from documents import contents, identifier, labels, open_document, position_of

ROOT = Path(__file__).parent.parent.parent
SPECSMITH = os.environ.get("SPECSMITH", str(ROOT / "target/debug/specsmith"))

START = "specsmith: 1\napi: { name: Library, title: Library API, version: 1.0.0 }\n"
BOOKS = (
    START
    + """\
errors:
  404: { name: NotFound, message: Not found }
  Lent: { status: 409, message: It is lent. }
groups: { books: { title: Books } }
pagers: { page: { offset: { parameter: offset }, items: items } }
types:
  Book: { doc: A book., fields: { title: string, next?: 'Book?' } }
  Shelf: { fields: { "né𝄞": string, books: list<Book> } }
operations:
  list_books: { route: GET /books, group: books, returns: page<Book>, errors: [Lent] }
"""
)


@pytest_lsp.fixture(
    scope="module", config=ClientServerConfig(server_command=[SPECSMITH, "lsp", "--stdio"])
)
async def client(lsp_client: LanguageClient):
    await lsp_client.initialize_session(
        types.InitializeParams(capabilities=client_capabilities("visual-studio-code"))
    )
    yield
    await lsp_client.shutdown_session()


def file(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path.as_uri()


async def found(client: LanguageClient, uri: str) -> list[types.Diagnostic]:
    """The next diagnostics of a file, without the findings of lints. Diagnostics of other files may come before."""
    return [one for one in await all_found(client, uri) if one.severity != types.DiagnosticSeverity.Information]


async def all_found(client: LanguageClient, uri: str) -> list[types.Diagnostic]:
    client.diagnostics.pop(uri, None)
    while uri not in client.diagnostics:
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return list(client.diagnostics[uri])


def at(text: str, part: str, after: int = 0) -> types.Position:
    """The position of a part of the document."""
    start = text.index(part) + after
    return position_of(text[:start] + "‸" + text[start:])[1]


def change(client: LanguageClient, uri: str, version: int, range: types.Range | None, text: str):
    event = (
        types.TextDocumentContentChangeWholeDocument(text)
        if range is None
        else types.TextDocumentContentChangePartial(range=range, text=text)
    )
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=version),
            content_changes=[event],
        )
    )


async def completions(client: LanguageClient, folder: Path, text: str) -> list[str]:
    text, position = position_of(text)
    uri = (folder / "completion.yaml").as_uri()
    open_document(client, uri, text)
    params = types.CompletionParams(text_document=identifier(uri), position=position)
    result = labels(await client.text_document_completion_async(params))
    client.text_document_did_close(types.DidCloseTextDocumentParams(text_document=identifier(uri)))
    return result


# Diagnostics.


async def test_errors_come_and_go_while_somebody_types(client, tmp_path):
    uri = file(tmp_path, "library.yaml", BOOKS)
    open_document(client, uri, BOOKS)
    assert await found(client, uri) == []

    place = at(BOOKS, "list<Book>", 5)
    change(client, uri, 2, types.Range(place, types.Position(place.line, place.character + 4)), "Bok")
    [error] = await found(client, uri)
    assert error.code == "E0301"
    assert "did you mean `Book`?" in error.message
    assert error.range.start.line == place.line

    params = types.CodeActionParams(
        text_document=identifier(uri), range=error.range, context=types.CodeActionContext([error])
    )
    [action] = await client.text_document_code_action_async(params)
    [edit] = action.edit.changes[uri]
    assert (edit.new_text, edit.range.start, edit.range.end.character) == ("Book", place, place.character + 3)

    change(client, uri, 3, edit.range, edit.new_text)
    assert await found(client, uri) == []


async def test_a_misspelled_key_has_a_fix(client, tmp_path):
    text = START + "types: { Book: { feilds: {} } }\n"
    uri = file(tmp_path, "library.yaml", text)
    open_document(client, uri, text)
    [error] = await found(client, uri)
    params = types.CodeActionParams(
        text_document=identifier(uri), range=error.range, context=types.CodeActionContext([error])
    )
    [action] = await client.text_document_code_action_async(params)
    assert [edit.new_text for edit in action.edit.changes[uri]] == ["fields"]


@pytest.mark.parametrize(
    ("text", "fixes"),
    [
        # What the help says stands for the whole place.
        ("types: { Id: { newtype: datetime } }\n", ["timestamp"]),
        # The name would be there twice, so the change would not be valid.
        ("types: { Tags: list<string> }\n", []),
        # A finding of a lint beside it, such as the missing description, is no reason against it.
        ("types: { Book: { fields: { when: datetime } } }\n", ["timestamp"]),
    ],
)
async def test_what_the_help_says_is_a_fix_if_it_is_valid(client, tmp_path, text, fixes):
    uri = file(tmp_path, "library.yaml", START + text)
    open_document(client, uri, START + text)
    [error] = await found(client, uri)
    params = types.CodeActionParams(
        text_document=identifier(uri), range=error.range, context=types.CodeActionContext([error])
    )
    actions = await client.text_document_code_action_async(params) or []
    assert [edit.new_text for action in actions for edit in action.edit.changes[uri]] == fixes


@pytest.mark.parametrize(
    "text",
    [
        # The names would be the same.
        "operations:\n  getA: { route: GET /a }\n  get_a: { route: GET /b }\n",
        # The key is there already.
        "types: { Book: { fields: { title: { type: string, dock: x, doc: y } } } }\n",
        # The references would lead nowhere.
        "types:\n  myType: { newtype: string }\n  Other: { alias: myType }\n",
    ],
)
async def test_a_fix_that_would_break_something_is_not_offered(client, tmp_path, text):
    uri = file(tmp_path, "library.yaml", START + text)
    open_document(client, uri, START + text)
    for error in await found(client, uri):
        params = types.CodeActionParams(
            text_document=identifier(uri), range=error.range, context=types.CodeActionContext([error])
        )
        assert not await client.text_document_code_action_async(params)


async def test_a_file_is_formatted(client, tmp_path):
    text = START + "types: {Book: {fields: {title: string}}}\n"
    uri = file(tmp_path, "library.yaml", text)
    open_document(client, uri, text)
    params = types.DocumentFormattingParams(identifier(uri), types.FormattingOptions(2, True))
    [edit] = await client.text_document_formatting_async(params)
    change(client, uri, 2, edit.range, edit.new_text)
    assert "types: { Book: { fields: { title: string } } }" in edit.new_text
    assert not await client.text_document_formatting_async(params)


async def test_a_text_that_is_no_yaml_is_an_error(client, tmp_path):
    uri = file(tmp_path, "library.yaml", BOOKS)
    open_document(client, uri, BOOKS + "  - [\n")
    [error] = await found(client, uri)
    assert error.source == "specsmith"


async def test_openapi_documents_are_checked(client, tmp_path):
    text = """\
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    get:
      responses:
        200:
          description: All books.
          content: { application/json: { schema: { $ref: "#/components/schemas/Missing" } } }
"""
    uri = file(tmp_path, "openapi.yaml", text)
    open_document(client, uri, text)
    [warning] = await found(client, uri)
    assert (warning.severity, warning.range.start.line) == (types.DiagnosticSeverity.Warning, 8)


async def test_lints_inform_unless_they_are_denied(client, tmp_path):
    text = START + "operations: { open_library: { route: PUT /open } }\n"
    uri = file(tmp_path, "library.yaml", text)
    open_document(client, uri, text)
    [lint] = await all_found(client, uri)
    assert (lint.code, lint.severity) == ("L0001", types.DiagnosticSeverity.Information)

    change(client, uri, 2, None, text + "lint: { undocumented: deny }\n")
    [lint] = await all_found(client, uri)
    assert (lint.code, lint.severity) == ("L0001", types.DiagnosticSeverity.Error)


async def test_other_files_are_left_alone(client, tmp_path):
    text = "services: { web: { image: nginx } }\n"
    uri = file(tmp_path, "compose.yaml", text)
    open_document(client, uri, text)
    params = types.CompletionParams(text_document=identifier(uri), position=types.Position(1, 0))
    assert labels(await client.text_document_completion_async(params)) == []
    assert uri not in client.diagnostics


# Several files.


MAIN = START.replace("api:", "include: [parts/books.yaml]\napi:", 1) + "operations:\n  get_book: { route: GET /book, returns: Book }\n"
PART = "part_of: ../library.yaml\ntypes:\n  Book: { fields: { title: string } }\n"


async def test_files_are_one_specification(client, tmp_path):
    main = file(tmp_path, "library.yaml", MAIN)
    part = file(tmp_path, "parts/books.yaml", PART)
    open_document(client, main, MAIN)
    assert await found(client, main) == []

    params = types.DefinitionParams(text_document=identifier(main), position=at(MAIN, "Book }"))
    [place] = await client.text_document_definition_async(params)
    assert (place.uri, place.range.start) == (part, types.Position(2, 2))

    # What is not saved yet counts.
    open_document(client, part, PART.replace("Book", "Volume"))
    assert [error.code for error in await found(client, main)] == ["E0301"]


async def test_an_included_file_has_fixes_until_it_changes(client, tmp_path):
    text = PART.replace("string", "datetime")
    file(tmp_path, "library.yaml", MAIN)
    uri = file(tmp_path, "parts/books.yaml", text)
    open_document(client, uri, text)
    error = next(error for error in await found(client, uri) if "datetime" in error.message)
    params = types.CodeActionParams(
        text_document=identifier(uri), range=error.range, context=types.CodeActionContext([error])
    )
    [action] = await client.text_document_code_action_async(params)
    [edit] = action.edit.changes[uri]
    assert edit.new_text == "timestamp"
    # The place of the error is outdated now.
    start = types.Range(types.Position(1, 0), types.Position(1, 0))
    change(client, uri, 2, start, "# Books.\n")
    assert not await client.text_document_code_action_async(params)
    assert any("datetime" in error.message for error in await found(client, uri))


async def test_a_type_is_renamed_in_all_files(client, tmp_path):
    main = file(tmp_path, "library.yaml", MAIN)
    part = file(tmp_path, "parts/books.yaml", PART)
    open_document(client, part, PART)
    params = types.RenameParams(text_document=identifier(part), position=at(PART, "Book"), new_name="Volume")
    edit = await client.text_document_rename_async(params)
    ranges = {uri: [(of.range.start.line, of.range.start.character) for of in edits] for uri, edits in edit.changes.items()}
    position = at(MAIN, "Book }")
    assert ranges == {main: [(position.line, position.character)], part: [(2, 2)]}


# Navigation.


async def test_references_are_found_inside_of_types(client, tmp_path):
    uri = file(tmp_path, "library.yaml", BOOKS)
    open_document(client, uri, BOOKS)
    params = types.ReferenceParams(
        text_document=identifier(uri),
        position=at(BOOKS, "Book:"),
        context=types.ReferenceContext(include_declaration=False),
    )
    places = await client.text_document_references_async(params)
    expected = [at(BOOKS, "'Book?'", 1), at(BOOKS, "list<Book>", 5), at(BOOKS, "page<Book>", 5)]
    assert [place.range.start for place in places] == expected


@pytest.mark.parametrize(
    ("reference", "declaration"),
    [("books, returns", "books: { title"), ("page<", "page: {"), ("Lent]", "Lent: {")],
)
async def test_names_lead_to_what_they_stand_for(client, tmp_path, reference, declaration):
    uri = file(tmp_path, "library.yaml", BOOKS)
    open_document(client, uri, BOOKS)
    params = types.DefinitionParams(text_document=identifier(uri), position=at(BOOKS, reference))
    [place] = await client.text_document_definition_async(params)
    assert place.range.start == at(BOOKS, declaration)


async def test_references_are_right_while_somebody_types(client, tmp_path):
    uri = file(tmp_path, "library.yaml", BOOKS)
    open_document(client, uri, BOOKS)
    await found(client, uri)

    async def references(text: str) -> list[types.Position]:
        params = types.ReferenceParams(
            text_document=identifier(uri),
            position=at(text, "page<Book>", 5),
            context=types.ReferenceContext(include_declaration=True),
        )
        places = await client.text_document_references_async(params)
        return [place.range.start for place in places]

    # What was typed moves some of them.
    place = at(BOOKS, "It is lent.")
    text = BOOKS.replace("It is lent.", "It\n    is lent.")
    end = types.Position(place.line, place.character + len("It is lent."))
    change(client, uri, 2, types.Range(place, end), "It\n    is lent.")
    parts = [("Book:", 0), ("'Book?'", 1), ("list<Book>", 5), ("page<Book>", 5)]
    assert await references(text) == [at(text, part, skip) for part, skip in parts]
    # What was typed is another one.
    place = at(text, "types:\n")
    place = types.Position(place.line + 1, 0)
    change(client, uri, 3, types.Range(place, place), "  Case: { fields: { book: Book } }\n")
    text = text.replace("types:\n", "types:\n  Case: { fields: { book: Book } }\n")
    parts = [("Book }", 0), *parts]
    assert await references(text) == [at(text, part, skip) for part, skip in parts]


async def test_what_has_moved_in_one_file_is_found_from_the_other(client, tmp_path):
    main = file(tmp_path, "library.yaml", MAIN)
    part = file(tmp_path, "parts/books.yaml", PART)
    open_document(client, main, MAIN)
    open_document(client, part, PART)
    assert await found(client, main) == []
    line = types.Range(types.Position(1, 0), types.Position(1, 0))
    change(client, part, 2, line, "# Books.\n")
    name = at(MAIN, "Book }")
    place = types.DefinitionParams(text_document=identifier(main), position=name)
    [declared] = await client.text_document_definition_async(place)
    assert (declared.uri, declared.range.start) == (part, types.Position(3, 2))
    of = types.PrepareRenameParams(text_document=identifier(part), position=types.Position(3, 3))
    prepared = await client.text_document_prepare_rename_async(of)
    assert (prepared.range.start, prepared.placeholder) == (types.Position(3, 2), "Book")


async def test_a_name_in_a_new_comment_is_none_also_in_an_included_file(client, tmp_path):
    main = file(tmp_path, "library.yaml", MAIN)
    part = file(tmp_path, "parts/books.yaml", PART + "  Shelf: { fields: { best: Book } }\n")
    open_document(client, main, MAIN)
    open_document(client, part, PART + "  Shelf: { fields: { best: Book } }\n")
    await found(client, main)
    line = types.Range(types.Position(3, 0), types.Position(3, 0))
    change(client, part, 2, line, "# ")
    await found(client, main)
    name = types.Position(3, len("#   Shelf: { fields: { best: "))
    of = types.PrepareRenameParams(text_document=identifier(part), position=name)
    assert await client.text_document_prepare_rename_async(of) is None


async def test_a_status_is_not_renamed(client, tmp_path):
    uri = file(tmp_path, "library.yaml", BOOKS)
    open_document(client, uri, BOOKS)
    params = types.PrepareRenameParams(text_document=identifier(uri), position=at(BOOKS, "404:"))
    assert await client.text_document_prepare_rename_async(params) is None


@pytest.mark.parametrize("name", ["a b", "", "Shelf"])
async def test_a_name_has_to_be_one_and_new(client, tmp_path, name):
    uri = file(tmp_path, "library.yaml", BOOKS)
    open_document(client, uri, BOOKS)
    params = types.RenameParams(text_document=identifier(uri), position=at(BOOKS, "Book:"), new_name=name)
    with pytest.raises(Exception, match="is not a name|exists already"):
        await client.text_document_rename_async(params)


async def test_symbols(client, tmp_path):
    uri = file(tmp_path, "library.yaml", BOOKS)
    open_document(client, uri, BOOKS)
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=identifier(uri))
    )
    names = ["404", "Lent", "books", "page", "Book", "Shelf", "list_books"]
    assert [symbol.name for symbol in symbols] == names
    assert symbols[-1].detail == "operation: GET /books"
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="SHEL"))
    assert "Shelf" in [symbol.name for symbol in found]


# Hover.


async def test_a_name_is_explained(client, tmp_path):
    uri = file(tmp_path, "library.yaml", BOOKS)
    open_document(client, uri, BOOKS)

    async def hover(part: str) -> str:
        params = types.HoverParams(text_document=identifier(uri), position=at(BOOKS, part))
        return contents(await client.text_document_hover_async(params))

    assert "A book." in await hover("Book>, errors")
    assert "types::Book" in await hover("Book>, errors")
    assert "server::ListBooks" in await hover("list_books:")
    assert "method and the path" in await hover("route:")
    assert "```rust\nnext\n```" in await hover("next?")
    assert "errors::NotFound" in await hover("404:")
    # Columns after characters of two bytes and of two units.
    assert "types::Book" in await hover("Book> } }")


async def test_a_hover_knows_what_has_moved(client, tmp_path):
    uri = file(tmp_path, "library.yaml", BOOKS)
    open_document(client, uri, BOOKS)
    await found(client, uri)

    async def hover(text: str, part: str) -> tuple[str, str]:
        params = types.HoverParams(text_document=identifier(uri), position=at(text, part))
        shown = await client.text_document_hover_async(params)
        if shown is None:
            return "", ""
        start, end = shown.range.start, shown.range.end
        return contents(shown), text.splitlines()[start.line][start.character : end.character]

    # What is before what was typed, what is behind it, and what was typed itself.
    place = at(BOOKS, "A book.")
    text = BOOKS.replace("A book.", "One\n    book.")
    end = types.Position(place.line, place.character + len("A book."))
    change(client, uri, 2, types.Range(place, end), "One\n    book.")
    explained, marked = await hover(text, "list_books:")
    assert "server::ListBooks" in explained and marked == "list_books"
    explained, marked = await hover(text, "404:")
    assert "errors::NotFound" in explained and marked == "404"
    place = at(text, "list_books:")
    change(client, uri, 3, types.Range(place, types.Position(place.line, place.character + 4)), "find")
    text = text.replace("list_books:", "find_books:")
    explained, marked = await hover(text, "find_books:")
    assert "server::FindBooks" in explained and marked == "find_books"


# Completion.


@pytest.mark.parametrize(
    ("text", "wanted", "unwanted"),
    [
        ("‸", {"types", "operations", "auth"}, {"specsmith", "api"}),
        ("typ‸", {"types"}, set()),
        ("operations:\n  a:\n    route: GET /a\n    ‸\n", {"returns", "group"}, {"route"}),
        ("operations:\n  a:\n    ‸\n    route: GET /a\n", {"returns"}, {"route"}),
        ("operations:\n  a: { route: GET /a, ‸ }\n", {"returns"}, {"route"}),
        ("types:\n  A:\n    enum: [a]\n    ‸\n", {"of", "open"}, {"fields", "wrapped"}),
        ("types:\n  A:\n    ‸\n", {"fields", "enum", "union"}, {"wrapped"}),
        ("types:\n  A: { fields: { a: ‸ } }\n", {"string", "A", "list<…>"}, {"binary"}),
        ("types:\n  A:\n    fields:\n      a: list<st‸\n", {"string", "A"}, {"fields"}),
        ("types:\n  A:\n    fields:\n      a: { type: string, ‸", {"min_length", "doc"}, {"type"}),
        ("types:\n  A: { fields: {} }\noperations:\n  a:\n    returns: ‸\n", {"A", "none", "events<…>"}, set()),
        ("errors: { 404: { name: B, message: b } }\noperations:\n  a: { errors: [‸] }\n", {"404"}, {"doc"}),
        ("groups: { g: }\noperations:\n  a:\n    group: ‸\n", {"g"}, {"doc"}),
        ("auth:\n  schemes:\n    key:\n      scheme: ‸\n", {"bearer", "custom"}, {"scheme"}),
        ("auth:\n  schemes:\n    key: { scheme: api_key, ‸ }\n", {"header", "prefix"}, {"flows"}),
        ("errors:\n  404:\n    retry: ‸\n", {"true", "false"}, set()),
        ("errors:\n  Gone:\n    ‸\n", {"status"}, {"name"}),
    ],
)
async def test_completion(client, tmp_path, text, wanted, unwanted):
    names = await completions(client, tmp_path, START + text)
    assert wanted <= set(names), names
    assert not unwanted & set(names), names


async def test_a_key_is_replaced_in_front_of_its_colon(client, tmp_path):
    text, position = position_of(START + "types:\n  A: { fie‸l: {} }\n")
    uri = (tmp_path / "key.yaml").as_uri()
    open_document(client, uri, text)
    params = types.CompletionParams(text_document=identifier(uri), position=position)
    items = await client.text_document_completion_async(params)
    [edit] = [item.text_edit for item in items if item.label == "fields"]
    assert edit.new_text == "fields"
    line = text.splitlines()[edit.range.start.line]
    assert line[edit.range.start.character : edit.range.end.character] == "fiel"


async def test_no_completion_in_texts(client, tmp_path):
    assert await completions(client, tmp_path, START + "types:\n  A:\n    doc: |\n      A ‸\n") == []
