"""The HTTP API of the map page as OpenAPI 3.1: docs/reference/openapi.json is made of this.

tests/parts/web_map/game/map_api/test_answers.py holds it against addresses and answers.
"""

from typing import Any

from xyzgrid_ext import __version__
from xyzgrid_ext.core.view.snapshot import Door, ExitKind
from xyzgrid_ext.parts.formats.core import FORMATS

_TEXT, _NUMBER = {"type": "string"}, {"type": "integer"}
_TEXTS = {"type": "array", "items": _TEXT}
_MAYBE_NUMBER = {"type": ["integer", "null"], "description": "null: where it leads is not known"}


def _object(needed: dict[str, Any], more: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the schema of an object with these members, and no others."""
    properties = needed | (more or {})
    return {
        "type": "object",
        "properties": properties,
        "required": list(needed),
        "additionalProperties": False,
    }


def _list(name: str) -> dict[str, Any]:
    return {"type": "array", "items": {"$ref": f"#/components/schemas/{name}"}}


_GROUND = _object({"name": _TEXT, "colour": _TEXT})
_SPOT = _object({"name": _TEXT, "x": _NUMBER, "y": _NUMBER})
_NUMBERS = {"type": "array", "items": _NUMBER}
_HEAD = {"key": _TEXT, "number": _NUMBER, "name": _TEXT, "known": _NUMBER}
_HEAD_MORE = {"levels": _NUMBER, "rooms_total": _NUMBER}
SCHEMAS = {
    "Exit": _object(
        {"name": _TEXT, "to": _MAYBE_NUMBER},
        {
            "dir": _TEXT,
            "area": _TEXT | {"description": "the key of another map"},
            "kind": {"enum": [kind.value for kind in ExitKind]},
            "door": {"enum": [door.value for door in Door if door.value]},
            "needs": _TEXTS,
            "weight": {"type": "number", "default": 1},
        },
    ),
    "Room": _object(
        {"num": _NUMBER, "name": _TEXT} | dict.fromkeys("xyz", _NUMBER) | {"exits": _list("Exit")},
        {
            "symbol": _TEXT | {"default": "#"},
            "environment": _TEXT,
            "details": _TEXTS,
            "area": _TEXT,
        },
    ),
    "Head": _object(_HEAD | {"rooms_at": _TEXT}, _HEAD_MORE | {"hash": _TEXT, "land_at": _TEXT}),
    "Map": _object(
        _HEAD | {"rooms": _list("Room"), "page": _NUMBER, "pages": _NUMBER},
        _HEAD_MORE
        | {"here": _NUMBER, "next": _TEXT, "ground": _list("Ground")}
        | {"colours": {"type": "object", "additionalProperties": _TEXT}},
    ),
    "Ground": _object({"name": _TEXT, "symbol": _TEXT, "colour": _TEXT}),
    "Maps": _object(
        {
            "you": _object(
                {
                    "name": {"type": ["string", "null"]},
                    "characters": {
                        "type": "array",
                        "items": _object({"name": _TEXT, "num": _NUMBER, "map": _TEXT}),
                    },
                }
            ),
            "maps": _list("Head"),
        }
    ),
    "Path": _object(
        {"rooms": {"type": "array", "items": _NUMBER}},
        {
            "steps": {
                "type": "array",
                "items": _object({"exit": _TEXT, "num": _NUMBER, "name": _TEXT, "key": _TEXT}),
            },
            "cost": {"type": "number"},
            "speedwalk": _TEXT,
            "error": _TEXT | {"description": "there is no way, or none that is known"},
        },
    ),
    "Found": _object(
        {
            "rooms": {
                "type": "array",
                "items": _object(
                    {"num": _NUMBER, "name": _TEXT, "key": _TEXT, "map": _TEXT}
                    | dict.fromkeys("xyz", _NUMBER)
                ),
            }
        }
    ),
    "Land": _object(
        {
            "key": _TEXT,
            "version": _TEXT | {"description": "the hash of all that the parts depend on"},
            "size": _NUMBER | {"description": "cells of a part, across and up"},
            "steps": _NUMBERS,
            "bounds": _NUMBERS | {"description": "the least and the greatest coordinate"},
            "biomes": {"type": "array", "items": _GROUND},
            "road": _GROUND,
            "places": {"type": "array", "items": _SPOT},
            "here": {"type": "array", "items": _SPOT},
            "part_at": _TEXT,
        }
    ),
    "Part": _object(
        {
            **dict.fromkeys(("step", "x", "y"), _NUMBER),
            "biome": _NUMBERS | {"description": "by rows from the left, the lowest row first"},
            "road": _NUMBERS | {"description": "positions in `biome` where a road leads"},
        }
    ),
    "Error": _object({"error": _TEXT}),
}
_REFUSALS = {
    "400": "a value of the address cannot be read",
    "401": "the token is not valid, or has been replaced",
    "404": "it is not there, or not known to who asks",
    "429": "too many questions a second",
}
_LEVELS = ("levels", "query", _TEXT | {"pattern": r"^\d{1,6}(-\d{1,6})?$"}, False)


def _operation(
    summary: str, content: dict[str, Any], *parameters: tuple[str, str, Any, bool]
) -> dict[str, Any]:
    """Return a question: what it is about, what comes back, and what it takes."""
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    refusals = {
        status: {"description": text, "content": error} for status, text in _REFUSALS.items()
    }
    answers = {
        "200": {
            "description": summary,
            "headers": {"ETag": {"schema": _TEXT, "description": "the hash of the answer"}},
            "content": content,
        },
        "304": {"description": "nothing has changed since the ETag in If-None-Match"},
    }
    return {
        "get": {
            "summary": summary,
            "parameters": [
                {"name": name, "in": place, "required": needed, "schema": schema}
                for name, place, schema, needed in parameters
            ],
            "responses": answers | refusals,
        }
    }


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


_KEY = {"name": "key", "in": "path", "required": True, "schema": _TEXT}
_OPS = {"type": "array", "items": {"type": "object"}}
_AT = {"revision": _NUMBER}
_ANY: dict[str, Any] = {"type": "object"}
_FAULTS = {
    "400": "an operation that cannot be done: its code, its place among the others",
    "403": "no login, no token of the page, or no right on the map",
    "404": "there is no such job or version",
    "409": "somebody else was faster: the operations since, or that all is to be read again",
    "413": "larger than the bounds",
    "422": "the map or its file does not let it",
    "429": "too many messages a second",
    "503": "the game has not run `evennia migrate`",
}


def _edit(summary: str, found: dict[str, Any], sent: dict[str, Any] | None = None) -> Any:
    """Return an address of the map editor: read, or with `sent` posted to."""
    content = {"application/json": {"schema": found}}
    told: dict[str, Any] = {
        "summary": summary,
        "security": [{"login": []}],
        "parameters": [_KEY],
        "responses": {"200": {"description": summary, "content": content}}
        | {status: {"description": text} for status, text in _FAULTS.items()},
    }
    if sent is None:
        return {"get": told}
    told["requestBody"] = {"content": {"application/json": {"schema": _object(sent)}}}
    return {"post": told}


def _numbered(operation: Any) -> Any:
    """Return the same with a number behind the key."""
    return _with(operation, {"name": "number", "in": "path", "required": True, "schema": _TEXT})


def _with(operation: Any, parameter: dict[str, Any]) -> Any:
    """Return the same with another parameter."""
    for told in operation.values():
        told["parameters"] = [*told["parameters"], parameter]
    return operation


def _editor() -> dict[str, Any]:
    """Return the addresses of the map editor, for who has a right on the map."""
    of_draft = _object(_AT | {"document": _ANY})
    text = {"name": "text", "in": "query", "required": True, "schema": _TEXT}
    targets = {"type": "array", "items": _object({"to": _TEXT, "name": _TEXT})}
    by = _NUMBERS | {"minItems": 2, "maxItems": 2, "description": "to the east, to the north"}
    return {
        "": _edit("a draft, and what may be done with it", _ANY),
        "/create": _edit("ask for a new map", _object({"job": _TEXT}), {"name": _TEXT}),
        "/ops": _edit("do operations, all or none", _object(_AT), _AT | {"ops": _OPS}),
        "/check": _edit("findings about the draft", _ANY, {}),
        "/prove": _edit("the proof of its keys and locks", _ANY, {}),
        "/plan": _edit("what an apply would change", _ANY, {}),
        "/apply": _edit("ask for the apply", _object({"job": _TEXT}), _AT),
        "/job/{number}": _numbered(_edit("the progress of an apply", _ANY)),
        "/rebase": _edit("take in the newest state of the file", _ANY, {}),
        "/discard": _edit("let the draft be the file again", of_draft, {}),
        "/line": _edit(
            "a ticket that opens a WebSocket line to the draft", _object({"ticket": _TEXT})
        ),
        "/places": _with(_edit("rooms by their names, as targets of exits", targets), text),
        "/convert": _edit(
            "ask that rooms are written as a drawing, or it as rooms", _object({"job": _TEXT}), {}
        ),
        "/shift": _edit("ask that the whole map moves", _object({"job": _TEXT}), {"by": by}),
        "/game": _edit("the changes of builders in the game, room by room", _ANY),
        "/removal": _edit("what would go with the map", _ANY, {}),
        "/remove": _edit("ask for its removal", _object({"job": _TEXT}), {"name": _TEXT}),
        "/versions": _edit("the versions of a map", {"type": "array", "items": _ANY}),
        "/versions/{number}": _numbered(_edit("a map as a version has it", _ANY)),
        "/versions/{number}/restore": _numbered(_edit("put it into the draft", of_draft, {})),
    }


def openapi() -> dict[str, Any]:
    """Return the whole description."""
    number = _NUMBER | {"minimum": 0}
    files = {one.content_type: {"schema": _TEXT} for one in FORMATS}
    ends = ", ".join(one.suffix for one in FORMATS)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Maps of a game with XYZGrid Ext",
            "version": __version__,
            "description": "It tells what who asks may see. Only the map editor writes.",
            "license": {"name": "BSD-3-Clause", "identifier": "BSD-3-Clause"},
        },
        "security": [{}, {"bearer": []}, {"query": []}, {"login": []}],
        "paths": {
            "/map/api/maps": _operation(
                "the maps, how much of each is known, where one's characters are",
                _json("Maps"),
                ("hashes", "query", {"enum": ["yes"]}, False),
            ),
            "/map/api/maps/{key}": _operation(
                "the rooms of a map, 2000 at a time",
                _json("Map"),
                ("key", "path", _TEXT, True),
                _LEVELS,
                ("page", "query", number, False),
            ),
            "/map/api/land/{key}": _operation(
                "an endless land: its places and biomes, and where pictures of it are",
                _json("Land"),
                ("key", "path", _TEXT, True),
            ),
            "/map/api/land/{key}/part": _operation(
                "a part of its picture; with the current version the answer is good for ever",
                _json("Part"),
                ("key", "path", _TEXT, True),
                ("step", "query", number, True),
                ("x", "query", _NUMBER, True),
                ("y", "query", _NUMBER, True),
                ("version", "query", _TEXT, False),
            ),
            "/map/api/path": _operation(
                "the way between two rooms",
                _json("Path"),
                ("from", "query", number, True),
                ("to", "query", number, True),
            ),
            "/map/api/search": _operation(
                "rooms by their names, fifty at most", _json("Found"), ("q", "query", _TEXT, True)
            ),
            "/map/world.xml": _operation(
                "all maps for Mudlet (MMP)", {FORMATS[0].content_type: {"schema": _TEXT}}
            ),
            "/map/export/{file}": _operation(
                f"one map as a file, or `all`: its key, and one of {ends}",
                files,
                ("file", "path", _TEXT, True),
                _LEVELS,
            ),
            "/map/mudlet/xyzgrid.mpackage": _operation(
                "the package of scripts that Mudlet installs",
                {"application/zip": {"schema": _TEXT}},
            ),
            **{f"/map/edit/api/{{key}}{rest}": told for rest, told in _editor().items()},
        },
        "components": {
            "schemas": SCHEMAS,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "query": {"type": "apiKey", "in": "query", "name": "token"},
                "login": {"type": "apiKey", "in": "cookie", "name": "sessionid"},
            },
        },
    }
