"""Replies of an API to browsers and scripts: JSON or files, with ETags and refusals.

Each has an ETag, the hash of its content; a client that has that content gets 304. Missing and
unknown things both give 404, and too many requests give 429.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers, set_response_etag
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from xyzgrid_ext.core.view.payload import Payload
from xyzgrid_ext.game.base.task import call_in_game_thread
from xyzgrid_ext.game.web import answers, headers, visitors
from xyzgrid_ext.game.web.visitors import Asker, WrongTokenError, asker_of

_LEVELS = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?", re.ASCII)


class MalformedError(Exception):
    """Raised for a malformed request; the text says what is expected."""


REFUSED = (WrongTokenError, answers.UnknownError, MalformedError, visitors.TooManyError)
"""The errors for which `error_response` has a response."""


def json_reply(view: Callable[..., Payload]) -> Callable[..., HttpResponse]:
    """Turn a function (request, asker, ...) -> JSON into a view with limits, errors and headers."""

    @headers.data_view
    @require_safe
    @gzip_page
    def answer(request: HttpRequest, **values: object) -> HttpResponse:
        asker = asker_of(request)
        try:
            visitors.count_answer(request, call_in_game_thread(answers.asker_id, asker))
            body = json_bytes(view(request, asker, **values))
        except REFUSED as error:
            response = error_response(error)
        else:
            response = with_etag(request, HttpResponse(body, content_type="application/json"))
        return private_to(response, asker)

    return answer


def with_etag(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the response with its ETag, or 304 (Not Modified) if the client has this content."""
    set_response_etag(response)
    return get_conditional_response(request, etag=response["ETag"], response=response)


def private_to(response: HttpResponse, asker: Asker, caching: str = "no-cache") -> HttpResponse:
    """Return the response with `Cache-Control`: private to its asker, and `caching`."""
    response["Cache-Control"] = f"{'public' if asker.is_public else 'private'}, {caching}"
    patch_vary_headers(response, ("Authorization", "Cookie"))
    return response


def error_response(error: Exception) -> HttpResponse:
    """Return the JSON response to one of the errors REFUSED, with status 400, 401, 404 or 429."""
    if isinstance(error, WrongTokenError):
        text, status = _("This token is not valid, or has been replaced."), 401
    elif isinstance(error, MalformedError):
        text, status = str(error), 400
    elif isinstance(error, visitors.TooManyError):
        return JsonResponse(
            {"error": visitors.too_many_text()}, status=429, headers=visitors.RETRY_LATER
        )
    else:
        text, status = _("There is no such place, or you do not know it."), 404
    return JsonResponse({"error": text}, status=status)


def json_bytes(payload: Payload) -> bytes:
    """Return a payload as compact JSON in UTF-8."""
    text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    # halves of pairs that stand alone: no UTF-8 holds them
    return text.encode("utf-8", "replace")


# --- what a request says


def parse_levels(text: str) -> range | None:
    """Return the levels that `2` or `0-3` means, both ends included; None for an empty text.

    Raises:
        MalformedError: if it is neither.
    """
    if not text:
        return None
    if (levels := _LEVELS.fullmatch(text)) is None:
        raise MalformedError(_("'levels' must be one level or a range, such as 0-3"))
    return range(int(levels[1]), int(levels[2] or levels[1]) + 1)


def api_url(
    request: HttpRequest, name: str, values: dict[str, str] | None = None, **path: str
) -> str:
    """Return a URL of the API, with the token if the asker sent it in the URL."""
    query = QueryDict(mutable=True)
    query.update(values or {})
    if "token" in request.GET:
        query["token"] = request.GET["token"]
    url: str = reverse(name, kwargs=path)
    return f"{url}?{query.urlencode()}" if query else url
