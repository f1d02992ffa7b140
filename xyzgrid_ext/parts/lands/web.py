"""Endless lands from afar: pictures in parts, which browsers and scripts load and keep.

    GET land/KEY                                    its places, biomes, steps, and where parts are
    GET land/KEY/part?version=V&step=16&x=0&y=-1    a part (`core.land.zoomed`)

Who sees a map without fog sees all of its land, as with `map far`. The threads of the website make
the parts, and the last of them are kept. With the current version, an answer is good for ever, but
caches that visitors share keep it for a minute: tomorrow the land may be in fog.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from threading import Lock

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.view.payload import Payload
from xyzgrid_ext.game.base.limits import limit_value
from xyzgrid_ext.game.base.lru_cache import LRUCache
from xyzgrid_ext.game.base.task import call_in_game_thread
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.game.visibility.viewer import sees_land
from xyzgrid_ext.game.web import answers, headers, replies, visitors
from xyzgrid_ext.game.web.answers import UnknownError
from xyzgrid_ext.game.web.visitors import Asker, asker_of
from xyzgrid_ext.parts.lands.core.tiles import FARTHEST
from xyzgrid_ext.parts.lands.core.zoomed import SIZE, STEPS, is_picture_part
from xyzgrid_ext.parts.lands.game.maps import land_ground, land_outline, picture_part
from xyzgrid_ext.parts.lands.settings import PARTS, PARTS_EACH

_SIGNED = re.compile(r"-?\d{1,6}", re.ASCII)
_BYTES = 16_000_000
_FOR_EVER = "max-age=31536000, immutable"
_running, _lock = Counter[Hashable](), Lock()
_SHARED = f"{_FOR_EVER}, s-maxage=60"
_parts = LRUCache[bytes](_BYTES, len)
"""The last parts that were made; only the game's thread uses it."""


@contextmanager
def _making(holder: Hashable) -> Iterator[bool]:
    """Count one more part that is made for somebody; yield False, and do not count, at a limit."""
    with _lock:
        is_free = _running.total() < limit_value(PARTS)
        is_free = is_free and _running[holder] < limit_value(PARTS_EACH)
        _running[holder] += is_free
    try:
        yield is_free
    finally:
        with _lock:
            _running[holder] -= is_free
            if not _running[holder]:
                del _running[holder]


@replies.json_reply
def land(request: HttpRequest, asker: Asker, key: str) -> Payload:
    """Return a land as JSON: its scales, places, kinds of ground, and who of the asker is there."""
    data = call_in_game_thread(_land, asker, map_key(key))
    return {**data, "part_at": replies.api_url(request, "xyzgrid-land-part", key=key)}


def part(request: HttpRequest, key: str) -> HttpResponse:
    """Return the part `?step=4&x=0&y=-1` of a land's picture; without a step, land `key/part`."""
    if "step" not in request.GET:
        return land(request, key=f"{key}/part")
    return _part_of(request, key)


@headers.data_view
@require_safe
@gzip_page
def _part_of(request: HttpRequest, key: str) -> HttpResponse:
    asker = asker_of(request)
    try:
        step, column, row = (_whole(request, name) for name in ("step", "x", "y"))
        if not is_picture_part(step, column, row):
            raise UnknownError
        number = call_in_game_thread(answers.asker_id, asker)
        visitors.count_answer(request, number)
        holder = visitors.limit_holder(request, number)
        version, body = _part(asker, holder, map_key(key), (step, column, row))
    except replies.REFUSED as error:
        return replies.private_to(replies.error_response(error), asker)
    for_ever = _SHARED if asker.is_public else _FOR_EVER
    how = for_ever if request.GET.get("version") == version else "no-cache"
    response = HttpResponse(body, content_type="application/json")
    return replies.private_to(replies.with_etag(request, response), asker, how)


def _land(asker: Asker, key: str) -> Payload:
    visit = answers.open_visit(asker)
    if not sees_land(visit.live, visit.looker, key):
        raise UnknownError
    outline, grid = land_outline(visit.live.loaded[key]), visit.live.grids[key]
    *biomes, road = ({"name": kind.name, "colour": kind.colour} for kind in land_ground().kinds)
    here = []
    for character in answers.online_characters(visit.account):
        at = visit.live.where(character.location)
        if at is not None and at[0] == key:
            x, y, _z = grid.coord(at[1])
            here.append({"name": character.key, "x": x, "y": y})
    return {
        "key": key,
        "version": outline.version,
        "size": SIZE,
        "steps": list(STEPS),
        "bounds": [-FARTHEST, FARTHEST - 1],
        "biomes": biomes,
        "road": road,
        "places": [{"name": name, "x": x, "y": y} for name, (x, y) in outline.places],
        "here": here,
    }


def _part(
    asker: Asker, holder: Hashable, key: str, which: tuple[int, int, int]
) -> tuple[str, bytes]:
    """Return the version of a land, and a part of its picture as JSON; `which` is step, x and y."""
    land_map, name, body = call_in_game_thread(_known_part, asker, key, which)
    if body is None:
        with _making(holder) as may:
            if not may:
                raise visitors.TooManyError
            body = picture_part(land_map, *which)
        call_in_game_thread(_parts.get, name, lambda: body)
    return name[0], body


def _known_part(
    asker: Asker, key: str, which: tuple[int, int, int]
) -> tuple[LoadedMap, tuple[str, int, int, int], bytes | None]:
    """Return a land, the version and place of a part of its picture, and the part if it is kept."""
    live, _account, looker = answers.open_visit(asker)
    if not sees_land(live, looker, key):
        raise UnknownError
    land_map = live.loaded[key]
    name = (land_outline(land_map).version, *which)
    return land_map, name, _parts.get(name, bytes) if name in _parts else None


def _whole(request: HttpRequest, name: str) -> int:
    text = request.GET.get(name, "")
    if _SIGNED.fullmatch(text) is None:
        raise replies.MalformedError(_("'{name}' must be a number").format(name=name))
    return int(text)


urlpatterns: list[URLPattern | URLResolver] = [
    path("map/api/land/<path:key>/part", part, name="xyzgrid-land-part"),
    path("map/api/land/<path:key>", land, name="xyzgrid-land"),
]
