"""The maps as JSON for the page and for scripts: read-only, and only what the user may see.

    GET maps                     {"you": {...}, "maps": [{"key", "name", ..., "rooms_at"}]}
    GET maps?hashes=yes          each with "hash": of all that the asker sees of the map
    GET maps/KEY?levels=a-b&page=n    the map (`core.view.payload`), "page", "pages", "next"
    GET land/KEY                      an endless land from afar; see `web.land`
    GET path?from=NUM&to=NUM     {"rooms": [NUM], "steps": [...], "speedwalk": "3n e"}
    GET search?q=TEXT            {"rooms": [{"num", "name", "key", "map"}]}

Each answer has an ETag, the hash of its content; a client that has that content gets 304. Missing
and unknown things both give 404, and too many requests give 429.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.urls import reverse
from django.utils.cache import (
    get_conditional_response,
    patch_vary_headers,
    set_response_etag,
)
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from xyzgrid_ext.core.view.payload import Payload, head_payload, map_payload
from xyzgrid_ext.game.base.task import in_game
from xyzgrid_ext.game.web import answers, headers, visitors
from xyzgrid_ext.game.web.visitors import Asker, WrongTokenError, asker_of

_LEVELS = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?", re.ASCII)
_NUMBER = re.compile(r"\d{1,12}", re.ASCII)
_LONGEST = 80  # letters of a name that is looked for


class MalformedError(Exception):
    """The request is malformed; the text says what is expected."""


REFUSED = (WrongTokenError, answers.UnknownError, MalformedError, visitors.TooManyError)
"""The errors that `refusal` handles."""


def told(view: Callable[..., Payload]) -> Callable[..., HttpResponse]:
    """Turn a function (request, asker, ...) -> JSON into a view with errors and headers."""

    @headers.data
    @require_safe
    @gzip_page
    def answer(request: HttpRequest, **values: Any) -> HttpResponse:
        asker = asker_of(request)
        try:
            visitors.count(request, in_game(answers.name_of, asker))
            body = _written(view(request, asker, **values))
        except REFUSED as error:
            response = refusal(error)
        else:
            response = conditional(request, HttpResponse(body, content_type="application/json"))
        return for_asker(response, asker)

    return answer


def conditional(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return an answer with its ETag, or 304 if the client has it."""
    set_response_etag(response)
    return get_conditional_response(request, etag=response["ETag"], response=response)


def for_asker(response: HttpResponse, asker: Asker, how: str = "no-cache") -> HttpResponse:
    """Mark an answer as private to its asker; usually it must be revalidated before each use."""
    response["Cache-Control"] = f"{'public' if asker.is_public else 'private'}, {how}"
    patch_vary_headers(response, ("Authorization", "Cookie"))
    return response


def refusal(error: Exception) -> HttpResponse:
    """Return the response to an error; for unknown things, it says only that."""
    if isinstance(error, WrongTokenError):
        text, status = _("This token is not valid, or has been replaced."), 401
    elif isinstance(error, MalformedError):
        text, status = str(error), 400
    elif isinstance(error, visitors.TooManyError):
        return JsonResponse({"error": visitors.too_many()}, status=429, headers=visitors.LATER)
    else:
        text, status = _("There is no such place, or you do not know it."), 404
    return JsonResponse({"error": text}, status=status)


def _digest_of(asker: Asker, key: str) -> str:
    """Return the hash of all that the asker sees of a map.

    The map is written page by page: while a large text is written or freed, no other thread of the
    process can work, and so the whole game would wait.
    """
    digest = blake2b(digest_size=12)
    number, pages = 0, 1
    while number < pages:
        view, pages = answers.page(asker, key, None, number)
        digest.update(_written(map_payload(view)))
        number += 1
    return digest.hexdigest()


def _written(payload: Payload) -> bytes:
    text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    # halves of pairs that stand alone: no UTF-8 holds them
    return text.encode("utf-8", "replace")


# --- what there is


@told
def maps(request: HttpRequest, asker: Asker) -> Payload:
    """Return the maps that the asker may see, with hashes only on request.

    An answer depends on the whole map and on the viewer, so its hash takes as long as the map
    itself.
    """
    heads, you = in_game(answers.heads, asker)
    found = [
        {**head_payload(head), "rooms_at": address(request, "xyzgrid-rooms", key=head.key)}
        for head in heads
    ]
    for head, one in zip(heads, found, strict=True):
        if head.land:
            one["land_at"] = address(request, "xyzgrid-land", key=head.key)
    if request.GET.get("hashes") == "yes":
        for one in found:
            one["hash"] = _digest_of(asker, one["key"])
    return {"you": you, "maps": found}


@told
def rooms(request: HttpRequest, asker: Asker, key: str) -> Payload:
    """Return a page of the rooms of a map, or of some of its levels."""
    number = _number(request, "page", 0)
    levels = levels_of(request.GET.get("levels", ""))
    view, pages = answers.page(asker, key, levels, number)
    found = {**map_payload(view), "page": number, "pages": pages}
    if number + 1 < pages:
        more = {"page": str(number + 1)}
        if levels is not None:
            more["levels"] = request.GET["levels"]
        found["next"] = address(request, "xyzgrid-rooms", more, key=key)
    return found


@told
def path(request: HttpRequest, asker: Asker) -> Payload:
    """Return the route between two rooms."""
    found = in_game(answers.path, asker, _number(request, "from"), _number(request, "to"))
    return {"rooms": [], "error": _("You know of no way there.")} if found is None else found


@told
def search(request: HttpRequest, asker: Asker) -> Payload:
    """Find rooms by name."""
    text = request.GET.get("q", "").replace("\0", "").strip()[:_LONGEST]
    return {"rooms": in_game(answers.search, asker, text)}


# --- what a request says


def levels_of(text: str) -> range | None:
    """Parse `2` or `0-3` as levels; None for an empty text.

    Raises:
        MalformedError: if it is neither.

    """
    if not text:
        return None
    if (found := _LEVELS.fullmatch(text)) is None:
        raise MalformedError(_("'levels' must be one level or a range, such as 0-3"))
    low, high = int(found[1]), int(found[2] or found[1])
    return range(low, high + 1)


def _number(request: HttpRequest, name: str, default: int | None = None) -> int:
    text = request.GET.get(name, "")
    if not text and default is not None:
        return default
    if _NUMBER.fullmatch(text) is None:
        raise MalformedError(_("'{name}' must be a number").format(name=name))
    return int(text)


def address(
    request: HttpRequest, name: str, values: dict[str, str] | None = None, **path: str
) -> str:
    """Return a URL of the API, with the token if the asker sent it in the URL."""
    query = QueryDict(mutable=True)
    query.update(values or {})
    if "token" in request.GET:
        query["token"] = request.GET["token"]
    found = reverse(name, kwargs=path)
    return f"{found}?{query.urlencode()}" if query else found
