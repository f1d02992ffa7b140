"""The home page of the website: the world, its map, who is online, and how to play.

A game chooses it with a URL pattern before Evennia's own, in web/urls.py:

    path("", include("xyzgrid_ext.game.web.home"))

Its text is the template `xyzgrid/about.html`, which a game can replace. A game with its own
`website/index.html` keeps that page.
"""

from __future__ import annotations

from pathlib import Path

import evennia
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from evennia.web.website.views.index import EvenniaIndexView

from xyzgrid_ext.core.view import MapHead
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.task import call_in_game_thread
from xyzgrid_ext.game.db.exploration import puppets
from xyzgrid_ext.game.web import answers, headers
from xyzgrid_ext.game.web.visitors import count_visits, visitor_of

_EVENNIAS = Path(evennia.__file__).parent
_MOST = 40  # names; the others are only counted
_stock = EvenniaIndexView.as_view()


def home(request: HttpRequest) -> HttpResponse:
    """Return the game's own index page if it has one, otherwise the package's."""
    template = Path(get_template("website/index.html").origin.name)
    return _page(request) if template.is_relative_to(_EVENNIAS) else _stock(request)


@headers.page_view
@require_safe
@never_cache
@count_visits
def _page(request: HttpRequest) -> HttpResponse:
    heads, _you = call_in_game_thread(answers.visible_heads, visitor_of(request))
    players = call_in_game_thread(lambda: sorted({str(puppet.key) for puppet in puppets()}))
    values = {
        "page_title": _("Home"),
        "map": _first_shown_map(heads),
        "names": players[:_MOST],
        "more": len(players) - _MOST,
        "host": request.get_host().rsplit(":", 1)[0],
        "port": settings.telnet_port(),
        "guests": settings.django_settings.GUEST_ENABLED and not request.user.is_authenticated,
    }
    return render(request, "xyzgrid/home.html", values)


def _first_shown_map(heads: list[MapHead]) -> MapHead | None:
    """Return the map where new players start if it is visible, otherwise the first visible map."""
    start = settings.setting_value("XYZGRID_START")
    key = start.map if start is not None else ""
    return next((head for head in heads if head.key == key), heads[0] if heads else None)


urlpatterns: list[URLPattern | URLResolver] = [path("", home, name="xyzgrid-home")]
