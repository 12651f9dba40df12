"""Serves the archive with libraries that nobody here wrote. Prints its port."""

import asyncio
import json
import socket

import uvicorn
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route


async def transcribe(request):
    """Describes a form as the archive does, from what python-multipart reads."""
    seen = []
    async with request.form() as form:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                name = name.removesuffix("s")
                size = len(await value.read())
                seen.append(f"{name}: {value.filename}, {value.content_type}, {size} bytes")
            elif name == "hints":
                seen.append(f"hints: {json.loads(value)['speakers']}")
            else:
                seen.append(f"language: {value}")
    return JSONResponse(seen)


async def register(request):
    async with request.form() as form:
        profile = {"name": form["name"], "age": int(form["age"]), "tags": form.getlist("tags")}
    return JSONResponse(profile)


async def watch(request):
    """Events with lines that end in CRLF, comments between them, and the end marker."""

    async def events():
        for number in range(int(request.path_params["name"])):
            yield ServerSentEvent(json.dumps({"number": number}), event="tick", id=str(number), retry=1)
            await asyncio.sleep(0.02)
        yield ServerSentEvent(json.dumps({"code": 503}), event="error")

    return EventSourceResponse(events(), ping=0.01)


async def follow(request):
    """Two events for each connection, of five."""
    start = int(request.headers.get("last-event-id", "-1")) + 1

    async def events():
        for number in range(start, min(start + 2, 5)):
            # An indented text has several lines of data.
            yield ServerSentEvent(json.dumps({"number": number}, indent=1), id=str(number), retry=1)
        if start + 2 >= 5:
            yield "[DONE]"

    return EventSourceResponse(events())


async def echo(request):
    return Response(await request.body(), media_type="application/octet-stream")


async def rows(request):
    lines = (await request.body()).decode().splitlines()
    assert all(json.loads(line) for line in lines)
    return JSONResponse({"bytes": len(lines)})


async def export(request):
    rows = ({"name": "é", "number": number} for number in range(int(request.path_params["name"])))
    lines = (json.dumps(row, ensure_ascii=False) + "\r\n" for row in rows)
    return StreamingResponse(lines, media_type="application/x-ndjson")


async def note(request):
    return Response(await request.body(), media_type="text/markdown")


app = Starlette(
    routes=[
        Route("/transcripts", transcribe, methods=["POST"]),
        Route("/profiles", register, methods=["POST"]),
        Route("/ticks/{name}", watch),
        Route("/follow", follow),
        Route("/echo", echo, methods=["POST"]),
        Route("/rows", rows, methods=["POST"]),
        Route("/rows/{name}", export),
        Route("/note", note, methods=["POST"]),
    ]
)

listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
