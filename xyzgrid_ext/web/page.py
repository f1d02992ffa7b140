"""The map page: the world in 3D, which users can turn and walk through."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from xyzgrid_ext.core.formats import FORMATS
from xyzgrid_ext.core.view import Door, ExitKind
from xyzgrid_ext.game.base.task import in_game
from xyzgrid_ext.game.cli.libraries import LIBRARIES
from xyzgrid_ext.game.db import edits, objects
from xyzgrid_ext.game.protocols import tokens
from xyzgrid_ext.game.text import doors
from xyzgrid_ext.web import answers, headers
from xyzgrid_ext.web.asker import visitor_of
from xyzgrid_ext.web.at_home import address_of
from xyzgrid_ext.web.downloads import ALL
from xyzgrid_ext.web.pace import bounded


@headers.page
@require_safe
@never_cache
@bounded
def page(request: HttpRequest) -> HttpResponse:
    """Return the page with the world in 3D."""
    asker = visitor_of(request)
    heads, you = in_game(answers.heads, asker)
    token = None
    if asker.number is not None:
        token = in_game(_token, asker.number)
    return render(
        request,
        "xyzgrid/map.html",
        {
            "page_title": _("Map"),
            "heads": heads,
            "you": you,
            "three": libraries(),
            "words": words(),
            "token": token,
            "may_edit": _may_edit(request),
            "world_address": request.build_absolute_uri(reverse("xyzgrid-world")),
            "endings": [one.suffix for one in FORMATS],
            "all": ALL,
        },
    )


def _may_edit(request: HttpRequest) -> bool:
    """Whether somebody may open a map in the editor."""
    user = request.user
    if user.is_superuser or not user.is_authenticated:
        return bool(user.is_superuser)
    return edits.is_ready() and bool(edits.roles_of(user.pk))


@headers.page
@require_POST
@login_required
def renew_token(request: HttpRequest) -> HttpResponse:
    """Give the user a new token; all earlier ones become invalid."""
    in_game(_token, request.user.pk, True)
    return redirect(reverse("xyzgrid-map") + "#token")


def libraries() -> dict[str, str]:
    """Return the URLs of the 3D library, if the game has it."""
    three = next(one for one in LIBRARIES if one.package == "three")
    found = {path: address_of(path) for path in three.paths}
    if not all(found.values()):
        return {}
    return {
        "library": next(found[path] for path in found if "/three.module." in path),
        "controls": next(found[path] for path in found if "/OrbitControls." in path),
    }


def words() -> dict[str, Any]:
    """Return the texts of the page's script."""
    return {
        "nothing": _("You do not know anything by that name."),
        "empty": _("You do not know any maps yet. Explore!"),
        "level": _("level"),
        "road": _("road"),
        "near": _("Rooms"),
        "afar": _("From afar"),
        "scale": _("Each square stands for {step} by {step} cells."),
        "unknown": _("unknown"),
        "from": _("Path from here"),
        "to": _("Path to here"),
        "copy": _("Copy"),
        "copied": _("Copied"),
        "steps": _("Step by step"),
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
        "things": doors.need_texts(),
    }


def _token(number: int, anew: bool = False) -> str | None:
    account = objects.account(number)
    if account is None:
        return None
    return tokens.renew(account) if anew else tokens.token_of(account)
