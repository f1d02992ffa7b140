"""The URLs of the map editor, with rights, size and rate limits; all data are JSON.

    reader      opens a map, its draft and its versions; checks and proves
    editor      draws, plans, applies, takes the file in, restores a version
    owner       what an editor does, and removes the map; `evennia xyzgrid right` gives rights

A user without a right on a map gets the same answer as if the map did not exist. Without the
tables, or on a map that does not load, the editor says so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.grid.from_rooms import MOST_ACROSS
from xyzgrid_ext.core.matrix.model import MAX_EDGE
from xyzgrid_ext.game.base.limits import Rates, most
from xyzgrid_ext.game.base.task import in_game
from xyzgrid_ext.game.spawn.templates import prototype_names
from xyzgrid_ext.game.web import headers
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.editor import settings as limits
from xyzgrid_ext.parts.editor.core.checking import directions_of
from xyzgrid_ext.parts.editor.core.exits import DRAWN_OF_EXITS
from xyzgrid_ext.parts.editor.core.forms import forms_of
from xyzgrid_ext.parts.editor.core.values import EXIT_KEYS, MOST_NAME, name_fault
from xyzgrid_ext.parts.editor.game import edits
from xyzgrid_ext.parts.editor.game.drawn import legend
from xyzgrid_ext.parts.editor.game.edits import Who
from xyzgrid_ext.parts.editor.game.jobs import MIGRATE, NOT_READY
from xyzgrid_ext.parts.editor.web import applying, drafts, lines, refusals, words, work
from xyzgrid_ext.parts.editor.web.drafts import StaleError
from xyzgrid_ext.parts.editor.web.refusals import (
    RefusedRequestError,
    answered,
    messages,
    revision_of,
    works,
)

_OWNER = "owner"
View = Callable[..., Any]


# --- who, how much, how fast


def _who(request: HttpRequest) -> Who:
    return Who(int(request.user.pk), str(request.user.username))


def _role(request: HttpRequest, key: str) -> str:
    """Return the role of a user for a map; refuse users without one."""
    if not request.user.is_authenticated:
        raise RefusedRequestError(403, _("Log in first."))
    return refusals.role(key, request.user.pk, request.user.is_superuser)


def _body(request: HttpRequest) -> dict[str, object]:
    """Return the JSON object in a request; an empty body is an empty object."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdigit() or int(length) > most(limits.BYTES):
        raise RefusedRequestError(413, _("This is too large: send it in parts."))
    try:
        found = json.loads(request.body or b"{}")
    except (ValueError, RecursionError):
        raise RefusedRequestError(400, _("This is not JSON.")) from None
    if not isinstance(found, dict):
        raise RefusedRequestError(400, _("This is not a JSON object."))
    return found


def api(method: str, least: str, rates: Rates) -> Callable[[View], Callable[..., HttpResponse]]:
    """Turn a function (request, key, role, body, ...) -> JSON into a view.

    `least` is the required right, `rates` the rate limit.
    """

    def of(view: View) -> Callable[..., HttpResponse]:
        @headers.data
        @never_cache
        @gzip_page
        @csrf_protect
        @wraps(view)
        def answer(request: HttpRequest, key: str, **values: object) -> HttpResponse:
            def work() -> Any:
                if request.method != method:
                    raise RefusedRequestError(405, _("This HTTP method is not allowed here."))
                role = _role(request, key)
                refusals.check(role, least, request.user.pk, rates)
                body = _body(request) if method == "POST" else {}
                return view(request, key, role=role, body=body, **values)

            status, told = answered(work)
            return JsonResponse(told, status=status, safe=False)

        return answer

    return of


# --- pages


@headers.page
@require_safe
@never_cache
@login_required
def maps(request: HttpRequest) -> HttpResponse:
    """Return the maps that a user has a right on."""
    is_ready = edits.is_ready()
    names = in_game(_names)
    if request.user.is_superuser:
        roles = dict.fromkeys(names, _OWNER)
    else:
        roles = edits.roles_of(request.user.pk) if is_ready else {}
    found = []
    for key, name in names.items():
        if is_ready and key in roles:
            opens, why = _opens(key)
            address = reverse("xyzgrid-edit-map", kwargs={"key": key}) if opens else ""
            found.append({"name": name, "right": roles[key], "why": why, "address": address})
    return _list(request, "" if is_ready else f"{NOT_READY}: {MIGRATE}", found)


def _opens(key: str) -> tuple[bool, str]:
    """Return whether the map editor opens a map, and why it does not, or writes nothing."""
    try:
        one = drafts.map_of(key)
    except UsageError as error:
        return False, _told(error)
    return True, "" if one.is_writable else one.why


def _told(error: UsageError) -> str:
    return f"{error.message[:1].upper()}{error.message[1:]}: {error.cure}."


def _list(
    request: HttpRequest, why: str, found: Sequence[dict[str, str]] = (), status: int = 200
) -> HttpResponse:
    context = {"page_title": _("Map editor"), "maps": found, "why": why}
    return render(request, "xyzgrid/edit_list.html", context, status=status)


def _names() -> dict[str, str]:
    return {key: one.name for key, one in sorted(current().loaded.items())}


@headers.page
@require_safe
@never_cache
@login_required
def page(request: HttpRequest, key: str) -> HttpResponse:
    """Return the page for drawing a map."""
    try:
        _role(request, key)
        name = in_game(_names).get(map_key(key))
        if name is None:
            raise RefusedRequestError(404, _("There is no such map."))
        is_matrix = drafts.map_of(key).is_matrix
    except RefusedRequestError as error:
        return HttpResponse(error.told["fault"], status=error.status, content_type="text/plain")
    except UsageError as error:  # there is nothing to draw
        return _list(request, _told(error), status=422)
    get_token(request)  # the cookie that messages of the page's script carry
    address = reverse("xyzgrid-edit-draft", kwargs={"key": map_key(key)})
    texts = words.editor_texts() | (words.matrix_words() if is_matrix else {})
    context = {"page_title": name, "map": name, "api": address, "words": texts}
    context["line"] = lines.socket_address(request)
    request.csp_connect = lines.socket_origin(context["line"])
    return render(request, "xyzgrid/edit.html", context)


@api("POST", "owner", works)
def create(request: HttpRequest, key: str, role: str, body: dict[str, object]) -> Any:
    """Submit a new map, on which nobody has a right yet. Only superusers may do so.

    With `is_question`, it only returns what is wrong with the name, as `fault`.
    """
    name = body.get("name")
    if not request.user.is_superuser:
        raise RefusedRequestError(403, _("Only superusers can make new maps."))
    is_named = isinstance(name, str) and map_key(name) == map_key(key)
    fault = _name_fault(str(name).strip()) if is_named else _("Type a name.")
    if body.get("is_question"):
        return {"fault": fault}
    if fault:
        raise RefusedRequestError(400, _("This cannot be the name of a map."), fault)
    return {"job": applying.create(str(name).strip())}


def _name_fault(name: str) -> str:
    match name_fault(name):
        case "letters", letters:
            text = _(
                "Not allowed: {letters}. A name can contain letters, digits, spaces, -, ' and _."
            )
            return text.format(letters=letters)
        case "long", count:
            text = _("{count} characters; a name can have {most}.")
            return text.format(count=count, most=MOST_NAME)
        case "bare", _none:
            return _("A name needs a letter or a digit.")
    return _("There is a map of that name.") if map_key(name) in in_game(_names) else ""


# --- the draft


@api("GET", "reader", messages)
def draft(request: HttpRequest, key: str, role: str, body: dict[str, object]) -> Any:
    """Return the draft of a map, and what the user may do with it."""
    found = drafts.open_draft(key)
    map_ = found.map
    ways = directions_of(found.document)
    return {
        "map": map_.found.name,
        "kind": map_.found.kind,
        "right": role,
        "writable": map_.is_writable and role != "reader",
        "topology": map_.is_whole or map_.is_matrix,
        "legend": legend(map_.found) if map_.is_drawn else [],
        "why": map_.why,
        "fixed": {place: list(keys) for place, keys in map_.fixed.items()},
        "revision": found.row.revision,
        "stale": found.is_stale,
        "base": found.row.digest[:12],
        "document": found.document,
        **ways._asdict(),
        "across": MAX_EDGE if map_.is_matrix else MOST_ACROSS,
        "forms": forms_of(map_.found.data or {}),
        "prototypes": prototype_names(),
        "keys": map_.keys,
        "exit_keys": EXIT_KEYS,
        "fixed_of_exits": [] if map_.is_whole and not map_.is_matrix else DRAWN_OF_EXITS,
    }


@api("POST", "editor", messages)
def operations(request: HttpRequest, key: str, role: str, body: dict[str, object]) -> Any:
    """Apply operations to a draft, all or none."""
    return refusals.operated(key, body, _who(request))


@api("GET", "reader", messages)
def line(request: HttpRequest, key: str, role: str, body: dict[str, object]) -> Any:
    """Return a ticket that opens a WebSocket line to the draft of a map."""
    return {"ticket": lines.new_ticket(int(request.user.pk), key)}


@api("GET", "editor", works)
def suggest_targets(request: HttpRequest, key: str, role: str, body: dict[str, object]) -> Any:
    """Return rooms by their names, on all maps that the user has a right on, for exits."""
    known = None if request.user.is_superuser else edits.roles_of(request.user.pk).keys()
    return in_game(work.places, key, request.GET.get("text", ""), known)


@api("POST", "owner", works)
def shift(request: HttpRequest, key: str, role: str, body: dict[str, object]) -> Any:
    """Request that the whole map moves east and north, in its file and in the game."""
    if not request.user.check_permstring("Developer"):  # files of other maps change, too
        raise RefusedRequestError(403, _("A developer can move a whole map."))
    by = body.get("by")
    if not isinstance(by, list) or len(by) != 2 or any(type(part) is not int for part in by):
        raise RefusedRequestError(400, _("'{name}' must be a list").format(name="by"))
    return {"job": applying.shift(drafts.open_draft(key), by)}


@api("POST", "owner", works)
def convert(request: HttpRequest, key: str, role: str, body: dict[str, object]) -> object:
    """Request that a drawn map is written room by room, or a map of rooms as a drawing."""
    return {"job": applying.convert(drafts.open_draft(key))}


@api("POST", "editor", works)
def rebase(request: HttpRequest, key: str, role: str, body: dict[str, object]) -> Any:
    """Move the draft onto the newest file."""
    conflicts = drafts.rebase(drafts.open_draft(key))
    if conflicts is None:
        raise StaleError(drafts.open_draft(key).row.revision, None)
    draft = drafts.open_draft(key)
    return {"revision": draft.row.revision, "document": draft.document, "conflicts": conflicts}


@api("POST", "editor", works)
def discard(request: HttpRequest, key: str, role: str, body: dict[str, object]) -> object:
    """Reset the draft to the file."""
    draft = drafts.open_draft(key)
    if not drafts.discard(draft):
        raise StaleError(draft.row.revision, None)
    draft = drafts.open_draft(key)
    return {"revision": draft.row.revision, "document": draft.document}


# --- work


@api("POST", "reader", works)
def check(request: HttpRequest, key: str, role: str, body: dict[str, object]) -> Any:
    """Return findings about the draft."""
    return work.check(drafts.open_draft(key))


@api("POST", "reader", works)
def prove(request: HttpRequest, key: str, role: str, body: dict[str, object]) -> object:
    """Return the proof of the draft's keys and locks."""
    return work.proof(drafts.open_draft(key))


@api("POST", "editor", works)
def plan(request: HttpRequest, key: str, role: str, body: dict[str, object]) -> Any:
    """Return the changes that an apply of the draft would make."""
    return work.plan(drafts.open_draft(key))


@api("GET", "reader", works)
def game(request: HttpRequest, key: str, role: str, body: dict[str, object]) -> Any:
    """Return builders' changes in the game, room by room."""
    return work.changed_in_game(drafts.open_draft(key))


@api("POST", "editor", works)
def apply(request: HttpRequest, key: str, role: str, body: dict[str, object]) -> Any:
    """Request the apply of the draft."""
    who = _who(request)
    return {"job": applying.apply(drafts.open_draft(key), revision_of(body), who)}


@api("GET", "reader", messages)
def job(request: HttpRequest, key: str, role: str, body: dict[str, object], number: str) -> Any:
    """Return the progress of an apply."""
    found = applying.job_of(key, number)
    if found is None:
        raise RefusedRequestError(404, _("There is no such job."))
    return found


# --- versions


@api("GET", "reader", messages)
def versions(request: HttpRequest, key: str, role: str, body: dict[str, object]) -> Any:
    """Return the versions of a map."""
    return applying.listed(key)


@api("GET", "reader", messages)
def version(request: HttpRequest, key: str, role: str, body: dict[str, object], number: int) -> Any:
    """Return the document of a map's version."""
    return _version(key, number)


@api("POST", "editor", works)
def restore(request: HttpRequest, key: str, role: str, body: dict[str, object], number: int) -> Any:
    """Put a version into the draft, as operations; plan and apply do the rest."""
    draft = drafts.open_draft(key)
    ops = drafts.between(draft.document, _version(key, number))
    who = _who(request)
    revision = drafts.operate(draft, draft.row.revision, ops, who, free=True)
    return {"revision": revision, "document": drafts.open_draft(key).document}


def _version(key: str, number: int) -> Any:
    found = applying.document_of(key, number)
    if found is None:
        raise RefusedRequestError(404, _("There is no such version."))
    return found


# --- removing the map


@api("POST", "owner", works)
def removal(request: HttpRequest, key: str, role: str, body: dict[str, object]) -> object:
    """Return what removing a map affects: its rooms, who is in them, exits of other maps."""
    return work.removal(map_key(key))


@api("POST", "owner", works)
def remove(request: HttpRequest, key: str, role: str, body: dict[str, object]) -> Any:
    """Submit the removal of a map, confirmed by its name."""
    if map_key(str(body.get("name", ""))) != map_key(key):
        raise RefusedRequestError(400, _("This is not the name of the map."))
    return {"job": applying.remove(map_key(key))}
