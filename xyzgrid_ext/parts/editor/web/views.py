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
from typing import Any, NamedTuple

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
from xyzgrid_ext.game.base.limits import Rates, limit_value
from xyzgrid_ext.game.base.task import call_in_game_thread
from xyzgrid_ext.game.spawn.templates import prototype_names
from xyzgrid_ext.game.web import headers
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.editor import settings as limits
from xyzgrid_ext.parts.editor.core.checking import exit_directions
from xyzgrid_ext.parts.editor.core.exits import DRAWN_OF_EXITS
from xyzgrid_ext.parts.editor.core.forms import form_schemas
from xyzgrid_ext.parts.editor.core.values import EXIT_KEYS, MOST_NAME, name_fault
from xyzgrid_ext.parts.editor.game import edits
from xyzgrid_ext.parts.editor.game.drawn import legend
from xyzgrid_ext.parts.editor.game.edits import Who
from xyzgrid_ext.parts.editor.game.jobs import MIGRATE, NOT_READY
from xyzgrid_ext.parts.editor.game.maps import sentence
from xyzgrid_ext.parts.editor.web import applying, drafts, lines, refusals, work
from xyzgrid_ext.parts.editor.web.drafts import OpenDraft, StaleError
from xyzgrid_ext.parts.editor.web.refusals import (
    RefusedRequestError,
    answer_or_refusal,
    messages,
    requested_revision,
    works,
)

_OWNER = "owner"


# --- who, how much, how fast


def _role(request: HttpRequest, key: str) -> str:
    """Return the role of a user for a map; refuse users without one."""
    if not request.user.is_authenticated:
        raise RefusedRequestError(403, _("Log in first."))
    return refusals.role_on_map(key, request.user.pk, request.user.is_superuser)


def _body(request: HttpRequest) -> dict[str, object]:
    """Return the JSON object in a request; an empty body is an empty object."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdigit() or int(length) > limit_value(limits.BYTES):
        raise RefusedRequestError(413, _("This is too large: send it in parts."))
    try:
        body = json.loads(request.body or b"{}")
    except (ValueError, RecursionError):
        raise RefusedRequestError(400, _("This is not JSON.")) from None
    if not isinstance(body, dict):
        raise RefusedRequestError(400, _("This is not a JSON object."))
    return body


class ApiRequest(NamedTuple):
    """A request to the API about the map `key`, by a user with a `role` on it; its JSON body.

    `number` is that of a version or of a job, if its URL names one.
    """

    request: HttpRequest
    key: str
    role: str
    body: dict[str, object]
    number: Any = None

    @property
    def who(self) -> Who:
        """The user's account."""
        return Who(int(self.request.user.pk), str(self.request.user.username))

    @property
    def draft(self) -> OpenDraft:
        """The draft of the map, at its newest revision."""
        return drafts.open_draft(self.key)


class Endpoint(NamedTuple):
    """A URL of the API: its HTTP method, the least role, the rate limit, and what answers."""

    method: str
    least: str
    rates: Rates
    answer: Callable[[ApiRequest], Any]


def view_of(row: Endpoint) -> Callable[..., HttpResponse]:
    """Return the Django view of an endpoint."""

    @headers.data_view
    @never_cache
    @gzip_page
    @csrf_protect
    def answer(request: HttpRequest, key: str, number: object = None) -> HttpResponse:
        def work() -> Any:
            if request.method != row.method:
                raise RefusedRequestError(405, _("This HTTP method is not allowed here."))
            role = _role(request, key)
            refusals.check_right(role, row.least, request.user.pk, row.rates)
            body = _body(request) if request.method == "POST" else {}
            return row.answer(ApiRequest(request, key, role, body, number))

        status, told = answer_or_refusal(work)
        return JsonResponse(told, status=status, safe=False)

    return answer


# --- pages


@headers.page_view
@require_safe
@never_cache
@login_required
def maps(request: HttpRequest) -> HttpResponse:
    """Return the page that lists the maps on which a user has a right."""
    is_ready = edits.is_ready()
    names = call_in_game_thread(_names)
    if request.user.is_superuser:
        roles = dict.fromkeys(names, _OWNER)
    else:
        roles = edits.roles_of(request.user.pk) if is_ready else {}
    rows = []
    for key, name in names.items():
        if is_ready and key in roles:
            opens, why = _opens(key)
            address = reverse("xyzgrid-edit-map", kwargs={"key": key}) if opens else ""
            rows.append({"name": name, "right": roles[key], "why": why, "address": address})
    return _list(request, "" if is_ready else f"{NOT_READY}: {MIGRATE}", rows)


def _opens(key: str) -> tuple[bool, str]:
    """Return whether the map editor opens a map, and why it does not, or writes nothing."""
    try:
        map_ = drafts.read_map(key)
    except UsageError as error:
        return False, sentence(error)
    return True, "" if map_.is_writable else map_.why


def _list(
    request: HttpRequest, why: str, rows: Sequence[dict[str, str]] = (), status: int = 200
) -> HttpResponse:
    context = {"page_title": _("Map editor"), "maps": rows, "why": why}
    return render(request, "xyzgrid/edit_list.html", context, status=status)


def _names() -> dict[str, str]:
    return {key: one.name for key, one in sorted(current().loaded.items())}


@headers.page_view
@require_safe
@never_cache
@login_required
def page(request: HttpRequest, key: str) -> HttpResponse:
    """Return the page for drawing a map."""
    try:
        _role(request, key)
        name = call_in_game_thread(_names).get(map_key(key))
        if name is None:
            raise RefusedRequestError(404, _("There is no such map."))
        is_matrix = drafts.read_map(key).is_matrix
    except RefusedRequestError as error:
        return HttpResponse(error.body["fault"], status=error.status, content_type="text/plain")
    except UsageError as error:  # there is nothing to draw
        return _list(request, sentence(error), status=422)
    get_token(request)  # the cookie that messages of the page's script carry
    address = reverse("xyzgrid-edit-draft", kwargs={"key": map_key(key)})
    context = {"page_title": name, "map": name, "api": address, "is_matrix": is_matrix}
    context["line"] = lines.socket_address(request)
    request.csp_connect = lines.socket_origin(context["line"])
    return render(request, "xyzgrid/edit.html", context)


# --- the API


def _create(ask: ApiRequest) -> dict[str, str]:
    """Submit a new map, on which nobody has a right yet. Only superusers may do so.

    With `is_question`, it only returns what is wrong with the name, as `fault`.
    """
    name = ask.body.get("name")
    if not ask.request.user.is_superuser:
        raise RefusedRequestError(403, _("Only superusers can make new maps."))
    is_named = isinstance(name, str) and map_key(name) == map_key(ask.key)
    fault = _name_fault(str(name).strip()) if is_named else _("Type a name.")
    if ask.body.get("is_question"):
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
    return _("There is already such a map.") if map_key(name) in call_in_game_thread(_names) else ""


def _draft(ask: ApiRequest) -> dict[str, Any]:
    """Return the draft of a map, and what the user may do with it."""
    draft = ask.draft
    map_ = draft.map
    return {
        "map": map_.files.name,
        "kind": map_.files.kind,
        "right": ask.role,
        "writable": map_.is_writable and ask.role != "reader",
        "topology": map_.is_whole or map_.is_matrix,
        "legend": legend(map_.files) if map_.is_drawn else [],
        "why": map_.why,
        "fixed": {place: list(keys) for place, keys in map_.fixed.items()},
        "revision": draft.row.revision,
        "stale": draft.is_stale,
        "base": draft.row.digest[:12],
        "document": draft.document,
        **exit_directions(draft.document)._asdict(),
        "across": MAX_EDGE if map_.is_matrix else MOST_ACROSS,
        "forms": form_schemas(map_.files.data or {}),
        "prototypes": prototype_names(),
        "keys": map_.keys,
        "rereads": map_.rereads,
        "exit_keys": EXIT_KEYS,
        "fixed_of_exits": [] if map_.is_whole and not map_.is_matrix else DRAWN_OF_EXITS,
    }


def _suggest_targets(ask: ApiRequest) -> Any:
    """Return rooms by their names, on all maps that the user has a right on, for exits."""
    user = ask.request.user
    keys = None if user.is_superuser else edits.roles_of(user.pk).keys()
    return call_in_game_thread(work.suggest_targets, ask.key, ask.request.GET.get("text", ""), keys)


def _shift(ask: ApiRequest) -> dict[str, str]:
    """Request that the whole map moves east and north, in its file and in the game."""
    if not ask.request.user.check_permstring("Developer"):  # files of other maps change, too
        raise RefusedRequestError(403, _("A developer can move a whole map."))
    by = ask.body.get("by")
    if not isinstance(by, list) or len(by) != 2 or any(type(part) is not int for part in by):
        raise RefusedRequestError(400, _("'{name}' must be a list").format(name="by"))
    return {"job": applying.shift(ask.draft, by)}


def _rebase(ask: ApiRequest) -> dict[str, Any]:
    """Move the draft onto the newest file."""
    conflicts = drafts.rebase(ask.draft)
    if conflicts is None:
        raise StaleError(ask.draft.row.revision, None)
    return _document(ask) | {"conflicts": conflicts}


def _discard(ask: ApiRequest) -> dict[str, Any]:
    """Reset the draft to the file."""
    draft = ask.draft
    if not drafts.discard(draft):
        raise StaleError(draft.row.revision, None)
    return _document(ask)


def _restore(ask: ApiRequest) -> dict[str, Any]:
    """Put a version into the draft, as operations; plan and apply do the rest."""
    draft = ask.draft
    ops = drafts.operations_between(draft.document, _version(ask))
    drafts.apply_operations(draft, draft.row.revision, ops, ask.who, free=True)
    return _document(ask)


def _document(ask: ApiRequest) -> dict[str, Any]:
    draft = ask.draft
    return {"revision": draft.row.revision, "document": draft.document}


def _operate(ask: ApiRequest) -> dict[str, object]:
    answer = refusals.apply_request(ask.key, ask.body, ask.who)
    if ask.body.get("ops"):
        call_in_game_thread(lines.tell_news, map_key(ask.key))
    return answer


def _apply(ask: ApiRequest) -> dict[str, str]:
    return {"job": applying.apply(ask.draft, requested_revision(ask.body), ask.who)}


def _job(ask: ApiRequest) -> dict[str, object]:
    if (progress := applying.job_progress(ask.key, ask.number)) is None:
        raise RefusedRequestError(404, _("There is no such job."))
    return progress


def _version(ask: ApiRequest) -> Any:
    if (document := applying.version_document(ask.key, ask.number)) is None:
        raise RefusedRequestError(404, _("There is no such version."))
    return document


def _remove(ask: ApiRequest) -> dict[str, str]:
    """Submit the removal of a map, confirmed by its name."""
    if map_key(str(ask.body.get("name", ""))) != map_key(ask.key):
        raise RefusedRequestError(400, _("This is not the name of the map."))
    return {"job": applying.remove(map_key(ask.key))}


def _ticket(ask: ApiRequest) -> dict[str, str]:
    return {"ticket": lines.new_ticket(ask.who.number, ask.key)}


API = {
    # the draft
    "": Endpoint("GET", "reader", messages, _draft),
    "ops": Endpoint("POST", "editor", messages, _operate),
    "line": Endpoint("GET", "reader", messages, _ticket),  # of a WebSocket
    "places": Endpoint("GET", "editor", works, _suggest_targets),
    "rebase": Endpoint("POST", "editor", works, _rebase),
    "discard": Endpoint("POST", "editor", works, _discard),
    "check": Endpoint("POST", "reader", works, lambda ask: work.check(ask.draft)),
    "prove": Endpoint("POST", "reader", works, lambda ask: work.proof(ask.draft)),
    "plan": Endpoint("POST", "editor", works, lambda ask: work.plan(ask.draft)),
    "game": Endpoint("GET", "reader", works, lambda ask: work.changed_in_game(ask.draft)),
    # jobs, and what they have made
    "apply": Endpoint("POST", "editor", works, _apply),
    "shift": Endpoint("POST", "owner", works, _shift),
    "convert": Endpoint("POST", "owner", works, lambda ask: {"job": applying.convert(ask.draft)}),
    "create": Endpoint("POST", "owner", works, _create),
    "removal": Endpoint("POST", "owner", works, lambda ask: work.removal_effects(map_key(ask.key))),
    "remove": Endpoint("POST", "owner", works, _remove),
    "job/<str:number>": Endpoint("GET", "reader", messages, _job),
    "versions": Endpoint("GET", "reader", messages, lambda ask: applying.list_versions(ask.key)),
    "versions/<int:number>": Endpoint("GET", "reader", messages, _version),
    "versions/<int:number>/restore": Endpoint("POST", "editor", works, _restore),
}
"""What a map's API answers, by the path below the map's own URL."""
