"""The map pages: the world in 3D, and without a script drawings and tables of rooms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.view import Door, ExitView
from xyzgrid_ext.core.view.snapshot import ExitKind
from xyzgrid_ext.game.base.task import call_in_game_thread
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.protocols import tokens
from xyzgrid_ext.game.text import shut_exits
from xyzgrid_ext.game.text.shut_exits import needs_in_words
from xyzgrid_ext.game.web import answers, headers
from xyzgrid_ext.game.web.visitors import count_visits, visitor_of


@headers.page_view
@require_safe
@never_cache
@count_visits
def page(request: HttpRequest) -> HttpResponse:
    """Return the map page, which draws the world in 3D."""
    asker = visitor_of(request)
    heads, you = call_in_game_thread(answers.visible_heads, asker)
    token = None
    if asker.number is not None:
        token = call_in_game_thread(_token, asker.number)
    links = [link for part in game_parts() for link in part.map_links(request, heads)]
    return render(
        request,
        "xyzgrid/map.html",
        {
            "page_title": _("Map"),
            "heads": heads,
            "you": you,
            "words": page_texts(),
            "token": token,
            "bar": [link for link in links if link.map is None],
            "files": [
                (name, files)
                for key, name in (("", _("all maps")), *((head.key, head.name) for head in heads))
                if (files := [link for link in links if link.map == key])
            ],
        },
    )


@headers.page_view
@require_POST
@login_required
def renew_token(request: HttpRequest) -> HttpResponse:
    """Give the user a new token for the API, make the old one invalid, and go to the map page."""
    call_in_game_thread(_token, request.user.pk, True)
    return redirect(reverse("xyzgrid-map") + "#token")


def page_texts() -> dict[str, Any]:
    """Return the texts for the script of the map page, by name."""
    return {
        "empty": _("You do not know any maps yet. Explore!"),
        "columns": [_("Room"), _("Map"), _("x, y, level"), _("Exits")],
        "kinds": {
            ExitKind.STAIRS.value: _("stairs"),
            ExitKind.WORMHOLE.value: _("wormhole"),
            ExitKind.PORTAL.value: _("to another map"),
        },
        "doors": {
            Door.OPEN.value: _("open"),
            Door.CLOSED.value: _("closed"),
            Door.LOCKED.value: _("locked"),
        },
        "needs": _("needs {thing}"),
        "things": shut_exits.need_texts(),
    }


def _token(number: int, anew: bool = False) -> str | None:
    account = objects.account_by_id(number)
    if account is None:
        return None
    return tokens.renew_token(account) if anew else tokens.token_of(account)


@headers.page_view
@require_safe
@never_cache
@count_visits
def plain_page(request: HttpRequest) -> HttpResponse:
    """Return a page without a script: a map as a table, `?map=KEY&level=2&page=1`, and a list."""
    asker = visitor_of(request)
    heads, _you = call_in_game_thread(answers.visible_heads, asker)
    key = map_key(request.GET.get("map", heads[0].key if heads else ""))
    head = next((head for head in heads if head.key == key), None)
    if head is None and (heads or key):
        raise Http404(_("There is no such place, or you do not know it."))
    texts = page_texts()
    values = {"page_title": _("Maps"), "heads": heads, "head": head, "words": texts}
    if head is not None:
        level = _number(request, "level") if head.levels is not None else 0
        levels = range(level, level + 1) if head.levels is not None else None
        number = _number(request, "page")
        try:
            view, pages = answers.map_page(asker, key, levels, number)
        except answers.UnknownError:
            raise Http404(_("There is no such place, or you do not know it.")) from None
        values |= {"view": view, "level": level, "levels": range(head.levels or 0)}
        values |= {"number": number, "pages": range(pages)}
        names = {room.number: room.name for room in view.rooms}
        maps = {head.key: head.name for head in heads}
        values["rows"] = [
            (room, [_row(exit_, texts, names, maps) for exit_ in room.exits]) for room in view.rooms
        ]
    return render(request, "xyzgrid/list.html", values)


def _row(
    exit_: ExitView, texts: Record, names: Mapping[int, str], maps: Mapping[str, str]
) -> dict[str, str]:
    """Return an exit in the table: a link where its room is on this page, or on another map."""
    notes = [texts["kinds"].get(exit_.kind.value), texts["doors"].get(exit_.door.value)]
    if exit_.needs:
        notes.append(_("needs {thing}").format(thing=needs_in_words(exit_.needs)))
    cells = {"name": exit_.name, "notes": ", ".join(note for note in notes if note), "address": ""}
    if exit_.target is None:
        return cells | {"to": _("unknown")}
    if exit_.target in names:
        return cells | {"to": names[exit_.target], "address": f"#room-{exit_.target}"}
    address = f"?{urlencode({'map': exit_.area})}#room-{exit_.target}"
    return cells | {"to": maps.get(exit_.area, exit_.area), "address": address}


def _number(request: HttpRequest, name: str) -> int:
    text = request.GET.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise Http404
    return int(text)
