"""All settings that this package reads, with their defaults; no other module reads settings.

Those of Django and Evennia that need no more than their value are read from `django_settings`.
"""

from __future__ import annotations

import os
from collections import ChainMap
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from django.conf import settings
from evennia.utils.utils import callables_from_module, class_from_module

from xyzgrid_ext.game.base.setting_rows import SETTINGS, Setting

django_settings = settings
"""The game's settings, for those of Django and Evennia."""


def setting_value(setting: str | Setting) -> Any:
    """Return the value of a setting, its default if the game has none or one it does not accept.

    `setting` is a name in SETTINGS, or the row of a part's setting.
    """
    row = _row(setting)
    try:
        return row.read(raw_value(row))
    except (TypeError, ValueError):  # `setting_faults` tells of it
        return row.read(row.default)


def time_units() -> dict[str, float] | None:
    """Return the setting TIME_UNITS of the contrib `custom_gametime`, unit -> seconds, or None."""
    return getattr(settings, "TIME_UNITS", None)


def raw_value(setting: str | Setting) -> Any:
    """Return the value of a setting just as the game has written it, else its default."""
    row = _row(setting)
    return getattr(settings, row.name, row.default)


def _row(setting: str | Setting) -> Setting:
    return SETTINGS[setting] if isinstance(setting, str) else setting


def unknown_message_function(caller: str) -> tuple[Callable[..., None], bool]:
    """Return the inputfunc `default`, for unknown messages of clients, and whether it is Evennia's.

    `caller` is the module that asks for it: its own `default` does not count.
    """
    modules = [name for name in settings.INPUT_FUNC_MODULES if name != caller]
    function = ChainMap(*map(callables_from_module, reversed(modules)))["default"]
    return function, function.__module__ == "evennia.server.inputfuncs"


def grid_classes() -> list[str]:
    """Return the typeclass paths that settings give to rooms and exits, spawned or made by hand."""
    names = ("XYZROOM_PROTOTYPE_OVERRIDE", "XYZEXIT_PROTOTYPE_OVERRIDE")
    paths = (setting_value(name).get("typeclass") for name in names)
    return [*map(str, filter(None, paths)), *plain_classes()]


def modules_read_once() -> list[str]:
    """Return the Python paths of modules that only a restart reads again: settings, prototypes."""
    return [str(settings.SETTINGS_MODULE), *map(str, settings.PROTOTYPE_MODULES)]


def command_sets_of_players() -> tuple[Any, Any]:
    """Return (that of accounts, that of characters): the classes of the default command sets."""
    paths = (settings.CMDSET_ACCOUNT, settings.CMDSET_CHARACTER)
    account, character = map(class_from_module, paths)
    return account, character


def plain_classes() -> tuple[str, str]:
    """Return (that of rooms, that of exits): the typeclass paths of what builders make by hand."""
    return settings.BASE_ROOM_TYPECLASS, settings.BASE_EXIT_TYPECLASS


def server_folder() -> Path:
    """Return the folder for the files of a running server."""
    return Path(settings.GAME_DIR) / "server"


def database_address() -> str | None:
    """Return a text that identifies the game's database; None for one in this process's memory.

    The file of SQLite is relative to the game dir, so that the game can be moved.
    """
    database = settings.DATABASES["default"]  # `evennia test` puts the test database here
    name = str(database["NAME"])
    if not database["ENGINE"].endswith("sqlite3"):
        return f"{database.get('HOST', '')}:{database.get('PORT', '')}/{name}"
    if ":memory:" in name or "mode=memory" in name:
        return None
    return os.path.relpath(os.path.realpath(name), os.path.realpath(settings.GAME_DIR))


def has_contrib_launcher() -> bool:
    """Whether the settings name the contrib's launcher command `evennia xyzgrid`, not ours."""
    return str(settings.EXTRA_LAUNCHER_COMMANDS.get("xyzgrid", "")).startswith("evennia.contrib.")


def setting_function(setting: str | Setting) -> Any | None:
    """Import and return what a setting names; None if it is not set or cannot be imported."""
    module, _dot, name = (setting_value(setting) or "").rpartition(".")
    return getattr(_module(module), name, None) if name else None


@lru_cache(maxsize=64)  # a module that fails is tried once: walks ask at each step
def _module(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except Exception:  # noqa: BLE001 a module of the game can raise anything; see `setting_faults`
        return None


def import_path(path: str) -> Any:
    """Import and return what a Python path names; raise whatever that raises."""
    module, _dot, name = path.rpartition(".")
    return getattr(import_module(module), name)


def command_class() -> Any:
    """Return the base class of the game's commands."""
    return class_from_module(settings.COMMAND_DEFAULT_CLASS)


def website_url() -> str:
    """Return the URL of the game's website, without a path; empty if it has none."""
    if not settings.WEBSERVER_ENABLED:
        return ""
    return f"http://{settings.SERVER_HOSTNAME}:{settings.WEBSERVER_PORTS[0][0]}"


def telnet_port() -> int | None:
    """Return the first port for telnet clients; None if telnet is off."""
    return int(settings.TELNET_PORTS[0]) if settings.TELNET_ENABLED else None
