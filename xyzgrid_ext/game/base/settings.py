"""All settings that this package reads, with their defaults; no other module reads settings.

Those of Django and Evennia that need no more than their value are asked for in `of_game`.
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


def setting_value(setting: str | Setting) -> Any:
    """Return the game's value of a setting of the kernel, by name, or of a part.

    Return the default without one, or if it is no such value.
    """
    row = _row(setting)
    try:
        return row.read(raw_value(row))
    except (TypeError, ValueError):  # `setting_faults` tells of it
        return row.read(row.default)


def time_units() -> dict[str, float] | None:
    """Return the units of the contrib `custom_gametime` (its TIME_UNITS); None for the calendar."""
    return getattr(settings, "TIME_UNITS", None)


def raw_value(setting: str | Setting) -> Any:
    """Return the value of a setting as the game has written it, or the default."""
    row = _row(setting)
    return getattr(settings, row.name, row.default)


def _row(setting: str | Setting) -> Setting:
    return SETTINGS[setting] if isinstance(setting, str) else setting


def unknown_message_function(but: str) -> tuple[Callable[..., None], bool]:
    """Return the function for unknown messages of clients, and whether it is Evennia's.

    Args:
        but: a module of INPUT_FUNC_MODULES that is left out.

    """
    modules = [name for name in settings.INPUT_FUNC_MODULES if name != but]
    function = ChainMap(*map(callables_from_module, reversed(modules)))["default"]
    return function, function.__module__ == "evennia.server.inputfuncs"


def grid_classes() -> list[str]:
    """Return the paths of the classes that the game gives to rooms and exits of all maps."""
    named = (
        found.get("typeclass")
        for found in (
            setting_value("XYZROOM_PROTOTYPE_OVERRIDE"),
            setting_value("XYZEXIT_PROTOTYPE_OVERRIDE"),
        )
    )
    return [*map(str, filter(None, named)), *plain_classes()]


def read_once() -> list[str]:
    """Return the modules that a process reads only when it starts: settings, and prototypes."""
    return [str(settings.SETTINGS_MODULE), *map(str, settings.PROTOTYPE_MODULES)]


def command_sets_of_players() -> tuple[Any, Any]:
    """Return the classes of the command sets that accounts and characters begin with."""
    paths = (settings.CMDSET_ACCOUNT, settings.CMDSET_CHARACTER)
    account, character = map(class_from_module, paths)
    return account, character


def plain_classes() -> tuple[str, str]:
    """Return the paths of the classes that builders use for rooms and exits made by hand."""
    return settings.BASE_ROOM_TYPECLASS, settings.BASE_EXIT_TYPECLASS


def server_folder() -> Path:
    """Return the folder for the files of a running server."""
    return Path(settings.GAME_DIR) / "server"


def database_address() -> str | None:
    """Return where the game's database is; None for one in the memory of this process.

    The file of SQLite is relative to the game dir, so that the game can be moved.
    """
    own = settings.DATABASES["default"]  # `evennia test` puts the test database here
    name = str(own["NAME"])
    if not own["ENGINE"].endswith("sqlite3"):
        return f"{own.get('HOST', '')}:{own.get('PORT', '')}/{name}"
    if ":memory:" in name or "mode=memory" in name:
        return None
    return os.path.relpath(os.path.realpath(name), os.path.realpath(settings.GAME_DIR))


def has_contrib_launcher() -> bool:
    """Whether `evennia xyzgrid` is the contrib's."""
    return str(settings.EXTRA_LAUNCHER_COMMANDS.get("xyzgrid", "")).startswith("evennia.contrib.")


def setting_function(setting: str | Setting) -> Any | None:
    """Return what a setting names by path; None without one, or if it cannot be imported."""
    module, _dot, name = (setting_value(setting) or "").rpartition(".")
    return getattr(_module(module), name, None) if name else None


@lru_cache(maxsize=64)  # a module that fails is tried once: walks ask at each step
def _module(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except Exception:  # noqa: BLE001 a module of the game can raise anything; see `setting_faults`
        return None


def import_path(path: str) -> Any:
    """Return what a Python path names, or raise whatever its import raises."""
    module, _dot, name = path.rpartition(".")
    return getattr(import_module(module), name)


def command_class() -> Any:
    """Return the base class of the game's commands."""
    return class_from_module(settings.COMMAND_DEFAULT_CLASS)


def website() -> str:
    """Return the URL of the game's website, without a path; empty if it has none."""
    if not settings.WEBSERVER_ENABLED:
        return ""
    return f"http://{settings.SERVER_HOSTNAME}:{settings.WEBSERVER_PORTS[0][0]}"


def telnet_port() -> int | None:
    """Return the first port for telnet clients; None if telnet is off."""
    return int(settings.TELNET_PORTS[0]) if settings.TELNET_ENABLED else None
