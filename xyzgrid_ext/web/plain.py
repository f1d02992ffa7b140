"""The map page without a script: each level's drawing, and its rooms as a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.view import ExitView
from xyzgrid_ext.game.base.task import in_game
from xyzgrid_ext.game.text.doors import needs_in_words
from xyzgrid_ext.web import answers, headers
from xyzgrid_ext.web.asker import visitor_of
from xyzgrid_ext.web.pace import bounded
from xyzgrid_ext.web.page import words


@headers.page
@require_safe
@never_cache
@bounded
def plain(request: HttpRequest) -> HttpResponse:
    """Return one map, `?map=KEY&level=2&page=1`, and a list of all maps."""
    asker = visitor_of(request)
    heads, _you = in_game(answers.heads, asker)
    key = map_key(request.GET.get("map", heads[0].key if heads else ""))
    head = next((one for one in heads if one.key == key), None)
    if head is None and (heads or key):
        raise Http404(_("There is no such place, or you do not know it."))
    said = words()
    values = {"page_title": _("Maps"), "heads": heads, "head": head, "words": said}
    if head is not None:
        level = _number(request, "level") if head.levels is not None else 0
        levels = range(level, level + 1) if head.levels is not None else None
        number = _number(request, "page")
        try:
            view, pages = answers.page(asker, key, levels, number)
        except answers.UnknownError:
            raise Http404(_("There is no such place, or you do not know it.")) from None
        values |= {"view": view, "level": level, "levels": range(head.levels or 0)}
        values |= {"number": number, "pages": range(pages)}
        names = {room.number: room.name for room in view.rooms}
        told = {one.key: one.name for one in heads}
        values["rows"] = [
            (room, [_row(one, said, names, told) for one in room.exits]) for room in view.rooms
        ]
    return render(request, "xyzgrid/list.html", values)


def _row(
    one: ExitView, said: Mapping[str, Any], names: Mapping[int, str], maps: Mapping[str, str]
) -> dict[str, str]:
    """Return an exit in the table: a link where its room is on this page, or on another map."""
    notes = [said["kinds"].get(one.kind.value), said["doors"].get(one.door.value)]
    if one.needs:
        notes.append(_("needs {thing}").format(thing=needs_in_words(one.needs)))
    found = {"name": one.name, "notes": ", ".join(note for note in notes if note), "address": ""}
    if one.target is None:
        return found | {"to": said["unknown"]}
    if one.target in names:
        return found | {"to": names[one.target], "address": f"#room-{one.target}"}
    address = f"?{urlencode({'map': one.area})}#room-{one.target}"
    return found | {"to": maps.get(one.area, one.area), "address": address}


def _number(request: HttpRequest, name: str) -> int:
    text = request.GET.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise Http404
    return int(text)
