"""All of a game's settings for this package and its parts, from one line.

    from xyzgrid_ext.hookup import hook_up

    hook_up(globals())

What stands before the line is read: XYZGRID_PARTS, and whatever a game has changed of Evennia's.
What stands after it counts. This module imports nothing of Django or Evennia.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from xyzgrid_ext import parts
from xyzgrid_ext.core.parts import Part
from xyzgrid_ext.game import paths
from xyzgrid_ext.game.base.setting_rows import SETTINGS

_WEB, _WIRE = "xyzgrid_ext.game.web", "xyzgrid_ext.game.protocols.wire"
_TAGS = f"{_WEB}.templatetags.xyzgrid"
_MORE = {
    "LOCK_FUNC_MODULES": ["xyzgrid_ext.game.base.lock_functions"],
    "PROTOTYPE_MODULES": [paths.PROTOTYPES],
    "INPUT_FUNC_MODULES": ["xyzgrid_ext.game.protocols.oob"],  # what clients ask for
    "PORTAL_SERVICES_PLUGIN_MODULES": [_WIRE],  # GMCP with its capitals
}
_OF_LANGUAGES = {
    "OPTION_CLASS_MODULES": ["xyzgrid_ext.game.base.option_classes"],
    "MIDDLEWARE": [f"{_WEB}.visitors.AccountLanguage"],
}
_LANGUAGE = ("Language of the game's texts.", "Language", "")
_CLASSES = {  # Evennia's, and ours in their place; a game's own stay
    "SERVER_SESSION_CLASS": (
        "evennia.server.serversession.ServerSession",
        "xyzgrid_ext.game.protocols.sessions.FittingSession",
    ),
    "TELNET_PROTOCOL_CLASS": ("evennia.server.portal.telnet.TelnetProtocol", f"{_WIRE}.Telnet"),
    "WEBSOCKET_PROTOCOL_CLASS": (
        "evennia.server.portal.webclient.WebSocketClient",
        f"{_WIRE}.WebSocket",
    ),
}


def hook_up(settings: MutableMapping[str, Any]) -> None:
    """Change a game's settings (names -> values) in place, as this package and its parts need them.

    Call it at the end of the game's settings module, as `hook_up(globals())`.
    """
    launcher = "EXTRA_LAUNCHER_COMMANDS"
    settings[launcher] = settings[launcher] | {"xyzgrid": paths.LAUNCHER}
    for name, (evennias, ours) in _CLASSES.items():
        if settings[name] == evennias:
            settings[name] = ours
    for name, values in _MORE.items():
        _add(settings, name, values)
    if settings["USE_I18N"]:
        for name, values in _OF_LANGUAGES.items():
            _add(settings, name, values)
        options = {"language": _LANGUAGE} | settings["OPTIONS_ACCOUNT_DEFAULT"]
        settings["OPTIONS_ACCOUNT_DEFAULT"] = options
    row = SETTINGS["XYZGRID_PARTS"]
    try:
        names = row.read(settings.get(row.name))
    except (TypeError, ValueError):  # the game takes the default as well, and `doctor` says so
        names = row.default
    for part in parts.select_parts(names).parts:
        if part.hook_up:
            with parts.guard(part.name):
                settings.update(parts.load(part.hook_up)(settings))
    chosen = parts.select_parts(names).parts
    _add(settings, "INSTALLED_APPS", (_WEB, *(app for part in chosen for app in part.apps)))
    if settings["USE_I18N"]:
        _add(settings, "LOCALE_PATHS", _part_folders(chosen, "locale"))
    _add(settings, "STATICFILES_DIRS", _part_folders((p for p in chosen if not p.apps), "static"))
    folders = [folder for part in reversed(chosen) for folder in _template_folders(part)]
    folders.append(str(Path(__file__).with_name("game") / "web" / "overrides"))
    settings["TEMPLATES"] = [_extend(folders, dict(engine)) for engine in settings["TEMPLATES"]]


def _add(settings: MutableMapping[str, Any], name: str, values: Iterable[str]) -> None:
    """Add what a list lacks at its end."""
    there = list(settings[name])
    settings[name] = [*there, *(value for value in values if value not in there)]


def _part_folders(chosen: Iterable[Part], name: str) -> Iterator[str]:
    """Yield the folders of a name that built-in parts have."""
    places = (Path(parts.__file__).with_name(part.name) / name for part in chosen)
    yield from (str(place) for place in places if place.is_dir())


def _template_folders(part: Part) -> list[str]:
    """Return the folders of templates of a part, by its first app."""
    if not part.templates:
        return []
    spec = find_spec(part.apps[0])
    places = () if spec is None else spec.submodule_search_locations or ()
    return [str(Path(place, name)) for place in places for name in part.templates]


def _extend(folders: list[str], engine: dict[str, Any]) -> dict[str, object]:
    options = dict(engine.get("OPTIONS", {}))
    options["builtins"] = [*options.get("builtins", ()), _TAGS]
    return engine | {"DIRS": [*folders, *engine.get("DIRS", ())], "OPTIONS": options}
