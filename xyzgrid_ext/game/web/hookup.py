"""The website's part of a game's settings, for the kernel and the game's parts.

    hook_up(globals())

This module only makes settings and imports nothing of Django or Evennia. XYZGRID_PARTS, if a game
has it, must stand before this line.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from xyzgrid_ext import parts
from xyzgrid_ext.core.parts import Part

_OVERRIDES = "overrides"  # the folder of pages that extend Evennia's pages of the same names
_APP = "xyzgrid_ext.game.web"
TAGS = f"{_APP}.templatetags.xyzgrid"


def hook_up(settings: MutableMapping[str, Any]) -> None:
    """Put apps and middleware behind those of the game, and pages before those they extend."""
    chosen = parts.chosen(settings.get("XYZGRID_PARTS")).parts
    apps = (_APP, *(app for part in chosen for app in part.apps))
    settings["INSTALLED_APPS"] = [*settings["INSTALLED_APPS"], *apps]
    middleware = (name for part in chosen for name in part.middleware)
    settings["MIDDLEWARE"] = [*settings["MIDDLEWARE"], *middleware]
    folders = [folder for part in reversed(chosen) for folder in _folders(part)]
    folders.append(str(Path(__file__).with_name(_OVERRIDES)))
    settings["TEMPLATES"] = [_with(folders, dict(engine)) for engine in settings["TEMPLATES"]]


def _folders(part: Part) -> list[str]:
    """Return the folders of templates of a part, by its first app."""
    if not part.templates:
        return []
    spec = find_spec(part.apps[0])
    places = () if spec is None else spec.submodule_search_locations or ()
    return [str(Path(place, name)) for place in places for name in part.templates]


def _with(folders: list[str], engine: dict[str, Any]) -> dict[str, Any]:
    options = dict(engine.get("OPTIONS", {}))
    options["builtins"] = [*options.get("builtins", ()), TAGS]
    return engine | {"DIRS": [*folders, *engine.get("DIRS", ())], "OPTIONS": options}
