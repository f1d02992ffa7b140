"""All settings that this package reads, with their defaults; no other module reads settings."""

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

from xyzgrid_ext.core.coords import Place
from xyzgrid_ext.game.base.setting_rows import SETTINGS, Setting


def given(setting: str | Setting) -> Any:
    """Return the game's value of a setting of the kernel, by name, or of a part.

    Return the default without one, or if it is no such value.
    """
    row = _row(setting)
    try:
        return row.read(written(row))
    except (TypeError, ValueError):  # `setting_faults` tells of it
        return row.read(row.default)


def parts() -> tuple[str, ...] | None:
    """Return the names of the game's parts (`XYZGRID_PARTS`); None: all whose needs are there."""
    return given("XYZGRID_PARTS")


def maps() -> tuple[str, ...] | None:
    """Return the modules and files of the game's maps (`XYZGRID_MAPS`); None: those added."""
    return given("XYZGRID_MAPS")


def time_units() -> dict[str, float] | None:
    """Return the units of the contrib `custom_gametime` (its TIME_UNITS); None for the calendar."""
    return getattr(settings, "TIME_UNITS", None)


def apps() -> set[str]:
    """Return the game's Django apps."""
    return set(settings.INSTALLED_APPS)


def written(setting: str | Setting) -> Any:
    """Return the value of a setting as the game has written it, or the default."""
    row = _row(setting)
    return getattr(settings, row.name, row.default)


def _row(setting: str | Setting) -> Setting:
    return SETTINGS[setting] if isinstance(setting, str) else setting


def unknown_input(but: str) -> tuple[Callable[..., None], bool]:
    """Return the function for unknown messages of clients, and whether it is Evennia's.

    Args:
        but: a module of INPUT_FUNC_MODULES that is left out.

    """
    modules = [name for name in settings.INPUT_FUNC_MODULES if name != but]
    function = ChainMap(*map(callables_from_module, reversed(modules)))["default"]
    return function, function.__module__ == "evennia.server.inputfuncs"


def walk_delay() -> float:
    """Return the seconds between two steps of an automatic walk (`XYZGRID_WALK_DELAY`)."""
    # never none at all: a walk must leave the server time for others
    return max(0.05, given("XYZGRID_WALK_DELAY"))


def place_tags() -> tuple[str | None, ...]:
    """Return the tag categories by which `goto nearest` finds rooms (`XYZGRID_PLACE_TAGS`)."""
    return given("XYZGRID_PLACE_TAGS")


def start_place() -> Place | None:
    """Return the start of new players (`XYZGRID_START`); None for Evennia's own start."""
    return given("XYZGRID_START")


def limits() -> dict[str, Any]:
    """Return the game's own limits on what players can cause (`XYZGRID_LIMITS`).

    See `base.limits`.
    """
    return given("XYZGRID_LIMITS")


def workers() -> int | str:
    """Return `XYZGRID_WORKERS`: how many processes do slow work, or the address of a cluster."""
    return given("XYZGRID_WORKERS")


def use_db_prototypes() -> bool:
    """Whether prototypes made in the game can be used by maps (the contrib's setting)."""
    return bool(given("XYZGRID_USE_DB_PROTOTYPES"))


def room_override() -> dict[str, Any]:
    """Return the game's additions to the prototype `xyz_room` (the contrib's setting)."""
    return dict(given("XYZROOM_PROTOTYPE_OVERRIDE"))


def exit_override() -> dict[str, Any]:
    """Return the game's additions to the prototype `xyz_exit` (the contrib's setting)."""
    return dict(given("XYZEXIT_PROTOTYPE_OVERRIDE"))


def thing_class() -> str:
    """Return the path of the class that things of the game have."""
    return str(settings.BASE_OBJECT_TYPECLASS)


def grid_classes() -> list[str]:
    """Return the paths of the classes that the game gives to rooms and exits of all maps."""
    named = (found.get("typeclass") for found in (room_override(), exit_override()))
    return [*map(str, filter(None, named)), *plain_classes()]


def read_once() -> list[str]:
    """Return the modules that a process reads only when it starts: settings, and prototypes."""
    return [str(settings.SETTINGS_MODULE), *map(str, settings.PROTOTYPE_MODULES)]


def default_home() -> str:
    """Return the dbref of Evennia's default home."""
    return str(settings.DEFAULT_HOME)


def default_start() -> str:
    """Return the dbref of the room where Evennia puts new characters."""
    return str(settings.START_LOCATION)


def typeclass_paths() -> list[str]:
    """Return the modules that are searched for typeclasses without a full path."""
    return list(settings.TYPECLASS_PATHS)


def command_sets_of_players() -> tuple[Any, Any]:
    """Return the classes of the command sets that accounts and characters begin with."""
    paths = (settings.CMDSET_ACCOUNT, settings.CMDSET_CHARACTER)
    account, character = map(class_from_module, paths)
    return account, character


def plain_classes() -> tuple[str, str]:
    """Return the paths of the classes that builders use for rooms and exits made by hand."""
    return settings.BASE_ROOM_TYPECLASS, settings.BASE_EXIT_TYPECLASS


def client_width() -> int:
    """Return the width of a client that reports none, in columns."""
    return int(settings.CLIENT_DEFAULT_WIDTH)


def client_height() -> int:
    """Return the height of a client that reports none, in rows."""
    return int(settings.CLIENT_DEFAULT_HEIGHT)


def game_dir() -> str:
    """Return the folder of the game; file names are stored relative to it."""
    return str(settings.GAME_DIR)


def server_folder() -> Path:
    """Return the folder for the files of a running server."""
    return Path(game_dir()) / "server"


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
    return os.path.relpath(os.path.realpath(name), os.path.realpath(game_dir()))


def has_contrib_launcher() -> bool:
    """Whether `evennia xyzgrid` is the contrib's."""
    return str(settings.EXTRA_LAUNCHER_COMMANDS.get("xyzgrid", "")).startswith("evennia.contrib.")


def party() -> Any | None:
    """Return the game's function from a character to its party's name (`XYZGRID_PARTY`)."""
    return function("XYZGRID_PARTY")


def own_words() -> Any | None:
    """Return the game's own words of `needs`, or the function for them (`XYZGRID_WORDS`)."""
    return function("XYZGRID_WORDS")


def shares_explored() -> bool:
    """Whether members of a party share what they explore (`XYZGRID_SHARE_EXPLORED`)."""
    return bool(given("XYZGRID_SHARE_EXPLORED"))


def explorers() -> Any | None:
    """Return the game's function that lists who shares a character's exploring.

    Set by `XYZGRID_EXPLORERS`.
    """
    return function("XYZGRID_EXPLORERS")


def function(setting: str | Setting) -> Any | None:
    """Return what a setting names by path; None without one, or if it cannot be imported."""
    module, _dot, name = (given(setting) or "").rpartition(".")
    return getattr(_module(module), name, None) if name else None


@lru_cache(maxsize=64)  # a module that fails is tried once: walks ask at each step
def _module(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except Exception:  # noqa: BLE001 a module of the game can raise anything; see `setting_faults`
        return None


def imported(path: str) -> Any:
    """Return what a Python path names, or raise whatever its import raises."""
    module, _dot, name = path.rpartition(".")
    return getattr(import_module(module), name)


def command_class() -> Any:
    """Return the base class of the game's commands."""
    return class_from_module(settings.COMMAND_DEFAULT_CLASS)


def character_typeclass() -> str:
    """Return the path of the class of player characters."""
    return str(settings.BASE_CHARACTER_TYPECLASS)


def translates() -> bool:
    """Whether texts are translated at all (Django's `USE_I18N`)."""
    return bool(settings.USE_I18N)


def language_code() -> str:
    """Return the language of the server (Django's `LANGUAGE_CODE`)."""
    return str(settings.LANGUAGE_CODE)


def locale_folders() -> list[str]:
    """Return the folders with Evennia's and the game's message catalogues (`LOCALE_PATHS`)."""
    return [str(folder) for folder in settings.LOCALE_PATHS]


def guest_start() -> str:
    """Return the dbref of the room where Evennia puts guests."""
    return str(settings.GUEST_START_LOCATION)


def map_url() -> str | None:
    """Return the URL for map clients (`XYZGRID_MAP_URL`): "" for none, None if it is not set."""
    url = given("XYZGRID_MAP_URL")
    return None if url is None else str(url)


def website() -> str:
    """Return the URL of the game's website, without a path; empty if it has none."""
    if not settings.WEBSERVER_ENABLED:
        return ""
    return f"http://{settings.SERVER_HOSTNAME}:{settings.WEBSERVER_PORTS[0][0]}"


def telnet_port() -> int | None:
    """Return the first port for telnet clients; None if telnet is off."""
    return int(settings.TELNET_PORTS[0]) if settings.TELNET_ENABLED else None


def takes_guests() -> bool:
    """Whether people can play without an account (Evennia's `GUEST_ENABLED`)."""
    return bool(settings.GUEST_ENABLED)
