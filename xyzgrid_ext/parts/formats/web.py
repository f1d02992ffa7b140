"""The visible maps as files for Mudlet and other programs, sent piece by piece.

/map/world.xml              all maps, MMP: the URL that Mudlet is told (`Client.Map`)
/map/export/KEY.svg         one map; `?levels=2` one of its levels
/map/export/all.mudlet.json all maps, in any format

thread of the website   head ─ map ─ text ─ sent ─ map ─ text ─ sent …
thread of the game             └ views, in parts ┘
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import URLPattern, URLResolver, path, reverse
from django.views.decorators.http import require_safe

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.view import MapHead, MapView
from xyzgrid_ext.game.base.task import call_in_game_thread
from xyzgrid_ext.game.parts import MapLink
from xyzgrid_ext.game.web import answers, headers, visitors
from xyzgrid_ext.game.web.replies import REFUSED, error_response, parse_levels, private_to
from xyzgrid_ext.game.web.visitors import Asker, WrongTokenError, asker_of
from xyzgrid_ext.parts.formats.core import FORMATS, Format

_ALL = "all"


@headers.data_view
@require_safe
def world(request: HttpRequest) -> HttpResponse:
    """Return all maps that the asker may see as a file for Mudlet (MMP)."""
    return _file(request, _ALL + ".xml")


@headers.data_view
@require_safe
def export(request: HttpRequest, file: str) -> HttpResponse:
    """Return `file`, such as `isle.svg` or `all.mudlet.json`: one map, or all, in a format."""
    return _file(request, file)


def _file(request: HttpRequest, file: str) -> HttpResponse:
    asker = asker_of(request)
    format_ = next((row for row in FORMATS if file.endswith(row.suffix)), None)
    try:
        if format_ is None:
            raise answers.UnknownError
        key = file.removesuffix(format_.suffix)
        levels = parse_levels(request.GET.get("levels", ""))
        visitors.count_answer(request, call_in_game_thread(answers.asker_id, asker))
        heads, _you = call_in_game_thread(answers.visible_heads, asker)
        maps = [head for head in heads if key == _ALL or head.key == map_key(key)]
        if not maps and key != _ALL:
            raise answers.UnknownError
    except REFUSED as error:
        return private_to(error_response(error), asker)
    views = () if request.method == "HEAD" else _views(asker, maps, levels)
    return private_to(_streamed(maps, views, format_), asker)


def _streamed(
    heads: Sequence[MapHead], views: Iterable[MapView], format_: Format
) -> StreamingHttpResponse:
    pieces = format_.write(heads, views)
    response = StreamingHttpResponse(
        (piece.encode("utf-8", "replace") for piece in pieces),
        content_type=f"{format_.content_type}; charset=utf-8",
    )
    if format_.suffix != ".svg":  # a drawing is looked at
        response.headers["Content-Disposition"] = "attachment"
    # a drawing opened by itself is a page of this site: nothing in it may run
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return response


def _views(asker: Asker, heads: Sequence[MapHead], levels: range | None) -> Iterator[MapView]:
    """Yield the maps, one at a time; maps that were removed meanwhile are left out.

    If a guest has left, all maps are gone, and the file ends properly with what it has.
    """
    for head in heads:
        try:
            yield answers.whole_map(asker, head.key, levels)
        except (answers.UnknownError, WrongTokenError):
            continue


def map_links(request: HttpRequest, heads: Sequence[MapHead]) -> Iterator[MapLink]:
    """Yield the links to the files of all maps, and of each, in every format."""
    for key, name in (("", _ALL), *((head.key, head.key) for head in heads)):
        for row in FORMATS:
            file = name + row.suffix
            yield MapLink(row.suffix, reverse("xyzgrid-export", kwargs={"file": file}), key)


urlpatterns: list[URLPattern | URLResolver] = [
    path("map/world.xml", world, name="xyzgrid-world"),
    path("map/export/<path:file>", export, name="xyzgrid-export"),
]
