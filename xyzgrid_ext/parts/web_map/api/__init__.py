"""The maps as JSON for the page and for scripts: read-only, and only what the user may see.

    GET maps                     {"you": {...}, "maps": [{"key", "name", ..., "rooms_at"}]}
    GET maps?hashes=yes          each with "hash": of all that the asker sees of the map
    GET maps/KEY?levels=a-b&page=n    the map (`core.view.payload`), "page", "pages", "next"
    GET path?from=NUM&to=NUM     {"rooms": [NUM], "steps": [...], "speedwalk": "3n e"}
    GET search?q=TEXT            {"rooms": [{"num", "name", "key", "map"}]}

The part lands adds `land/KEY`, an endless land from afar.
"""

from __future__ import annotations

import re
from hashlib import blake2b

from django.http import HttpRequest
from django.utils.translation import gettext as _

from xyzgrid_ext.core.view.payload import Payload, head_payload, map_payload
from xyzgrid_ext.game.base.task import call_in_game_thread
from xyzgrid_ext.game.web import answers
from xyzgrid_ext.game.web.replies import (
    MalformedError,
    api_url,
    json_bytes,
    json_reply,
    parse_levels,
)
from xyzgrid_ext.game.web.visitors import Asker
from xyzgrid_ext.parts.web_map.api import questions

_NUMBER = re.compile(r"\d{1,12}", re.ASCII)
_LONGEST = 80  # letters of a name that is looked for


def _digest_of(asker: Asker, key: str) -> str:
    """Return the hash of all that the asker sees of a map.

    The map is written page by page: while a large text is written or freed, no other thread of the
    process can work, and so the whole game would wait.
    """
    digest = blake2b(digest_size=12)
    number, pages = 0, 1
    while number < pages:
        view, pages = answers.map_page(asker, key, None, number)
        digest.update(json_bytes(map_payload(view)))
        number += 1
    return digest.hexdigest()


# --- what there is


@json_reply
def maps(request: HttpRequest, asker: Asker) -> Payload:
    """Return the maps that the asker may see, with hashes only on request.

    An answer depends on the whole map and on the viewer, so its hash takes as long as the map
    itself.
    """
    heads, you = call_in_game_thread(answers.visible_heads, asker)
    found = [
        {**head_payload(head), "rooms_at": api_url(request, "xyzgrid-rooms", key=head.key)}
        for head in heads
    ]
    for head, one in zip(heads, found, strict=True):
        if head.land:
            one["land_at"] = api_url(request, "xyzgrid-land", key=head.key)
    if request.GET.get("hashes") == "yes":
        for one in found:
            one["hash"] = _digest_of(asker, one["key"])
    return {"you": you, "maps": found}


@json_reply
def rooms(request: HttpRequest, asker: Asker, key: str) -> Payload:
    """Return a page of the rooms of a map, or of some of its levels."""
    number = _number(request, "page", 0)
    levels = parse_levels(request.GET.get("levels", ""))
    view, pages = answers.map_page(asker, key, levels, number)
    found = {**map_payload(view), "page": number, "pages": pages}
    if number + 1 < pages:
        more = {"page": str(number + 1)}
        if levels is not None:
            more["levels"] = request.GET["levels"]
        found["next"] = api_url(request, "xyzgrid-rooms", more, key=key)
    return found


@json_reply
def path(request: HttpRequest, asker: Asker) -> Payload:
    """Return the route between two rooms."""
    found = call_in_game_thread(
        questions.find_path, asker, _number(request, "from"), _number(request, "to")
    )
    return {"rooms": [], "error": _("You know of no way there.")} if found is None else found


@json_reply
def search(request: HttpRequest, asker: Asker) -> Payload:
    """Find rooms by name."""
    text = request.GET.get("q", "").replace("\0", "").strip()[:_LONGEST]
    return {"rooms": call_in_game_thread(questions.search_rooms, asker, text)}


def _number(request: HttpRequest, name: str, default: int | None = None) -> int:
    text = request.GET.get(name, "")
    if not text and default is not None:
        return default
    if _NUMBER.fullmatch(text) is None:
        raise MalformedError(_("'{name}' must be a number").format(name=name))
    return int(text)
