"""Documents with a cursor in them."""

from lsprotocol import types
from pytest_lsp import LanguageClient

CURSOR = "‸"


def position_of(text: str) -> tuple[str, types.Position]:
    """The text without the cursor, and where that was. Columns are UTF-16."""
    before, after = text.split(CURSOR)
    line = before.count("\n")
    column = before[before.rfind("\n") + 1 :]
    return before + after, types.Position(line, len(column.encode("utf-16-le")) // 2)


def open_document(client: LanguageClient, uri: str, text: str, version: int = 1) -> None:
    item = types.TextDocumentItem(uri=uri, language_id="yaml", version=version, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))


def identifier(uri: str) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(uri=uri)


def labels(result) -> list[str]:
    """The labels of completions."""
    items = result.items if isinstance(result, types.CompletionList) else result or []
    return [item.label for item in items]


def contents(hover: types.Hover | None) -> str:
    """The text of a hover."""
    if hover is None:
        return ""
    found = hover.contents
    return found.value if hasattr(found, "value") else str(found)
