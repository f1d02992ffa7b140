"""What a part can add to the game, and the parts of this game.

    for part in game_parts():
        part.arrived(move)

The kernel asks like this and knows no part by its name. The setting `XYZGRID_PARTS` names the
parts; they are loaded at the first question, in a game, when all of Evennia is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from xyzgrid_ext import parts
from xyzgrid_ext.core.parts import CorePart, use
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.limits import LIMITS, Limit
from xyzgrid_ext.game.base.setting_rows import SETTINGS, Setting

if TYPE_CHECKING:  # rows are of types of any layer of the game
    from xyzgrid_ext.core.grid import Grid
    from xyzgrid_ext.core.view import Sight
    from xyzgrid_ext.game.cli.grammar import Word
    from xyzgrid_ext.game.typeclasses.moves import Move
    from xyzgrid_ext.game.visibility.viewer import Viewer
    from xyzgrid_ext.game.world.world import Live, Room

DoctorRow = tuple[str, str, str]
"""A line of `evennia xyzgrid doctor`: a name, a value, and advice or an empty text."""


def _nothing(*asked: Any) -> Any:
    """Do nothing: what a row says of a part that has no answer."""
    return None


def _no_text(*asked: Any) -> str:
    return ""


def _no_rows(*asked: Any) -> tuple[()]:
    return ()


def _same_target(exit_obj: Any, who: Any, target: Any) -> Any:
    return target


@dataclass(frozen=True)
class GamePart:
    """What a part adds to the game; every row is empty unless a part fills it.

    Attributes:
        name: the name of the part.

        commands: command classes of players and builders, for XYZGridCmdSet.
        second_set: command classes for XYZGridWordsCmdSet.
        launcher_words: subcommands of `evennia xyzgrid`.
        launcher_topics: pages of `evennia xyzgrid help`, by name.
        limits: limits on what players can cause.
        doctor: returns lines of `evennia xyzgrid doctor`, each with the title of its section.

        connect: connects signals; called once in each process, before anything else is asked.
        started: called in the Server alone, when the Portal has sent its sessions.

        before_arrival: asked before somebody enters a room, and before it is shown to somebody
            who was put there without hooks; a text that is not empty refuses a move.
        left: called after somebody has left a room that may be off the grid, when followers have
            been told.
        arrived: called after a character has come to a room of the grid, or logs in there: when the
            room is on its map, before clients are told and the room is shown.
        solved: called when a puzzle was solved in a room; returns whether it is of that room alone.
        refusal: asked before a character is led on from where it is, by the word of a command, by a
            walk or by a leader; a text that is not empty refuses.
        no_way: asked when a character knows no way from a room; returns what helps it.
        exit_target: asked when somebody goes through an exit, with the target so far; returns the
            room to go to, or None if it is being made.
        room_lines: returns lines below the text of a room, for a looker.

        apart: whether a map is no ordinary place, as a game is: not all see the same of it, and
            nobody is put there whose own room goes.
        untold: asked what a viewer is told of a map that it has to find out by itself: for a `map`
            or a `way` a text why not; an empty text tells all. Of its rooms, only the start may be
            known.
        knowledge: returns what a viewer knows of a map, by its key; None leaves the answer to the
            next part, and at last to the kernel. The first answer counts.
        needs_words: words of `needs`, by what stands before the colon: whether `(name, character,
            exit)` is met.

        renamed: called after a map got a new name, with the old and the new one.
        removed: called after a map was removed with its rooms, with its name.

    """

    name: str

    commands: tuple[Any, ...] = ()
    second_set: tuple[Any, ...] = ()
    launcher_words: tuple[Word, ...] = ()
    launcher_topics: Mapping[str, str] = field(default_factory=dict)
    limits: tuple[Limit, ...] = ()
    doctor: Callable[[], Iterable[tuple[str, DoctorRow]]] = _no_rows

    connect: Callable[[], None] = _nothing
    started: tuple[Callable[[], None], ...] = ()

    before_arrival: Callable[[Move], str] = _no_text
    left: Callable[[Move], None] = _nothing
    arrived: Callable[[Move], None] = _nothing
    solved: Callable[[Any, str], bool] = _nothing
    refusal: Callable[[Any, str], str] = _no_text
    no_way: Callable[[Live, Any, Room], str] = _no_text
    exit_target: Callable[[Any, Any, Any], Any | None] = _same_target
    room_lines: Callable[[Any, Any], str] = _no_text

    apart: Callable[[Grid], bool] = _nothing
    untold: Callable[[Live, Viewer, str, str], str] = _no_text
    knowledge: Callable[[Viewer, Live, str], Sight | None] = _nothing
    needs_words: Mapping[str, Callable[[str, Any, Any], bool]] = field(default_factory=dict)

    renamed: Callable[[str, str], None] = _nothing
    removed: Callable[[str], None] = _nothing


@cache
def chosen_parts() -> parts.Chosen:
    """Return the manifests of this game's parts, and why others are off."""
    return parts.chosen(settings.parts())


@cache
def game_parts() -> tuple[GamePart, ...]:
    """Return what the parts of this game add to it, each behind those that it needs or uses."""
    return tuple(parts.load(part.game) for part in chosen_parts().parts if part.game)


def is_apart(grid: Grid) -> bool:
    """Whether a part sets a map apart from ordinary places."""
    return any(part.apart(grid) for part in game_parts())


def refusal(who: Any, word: str) -> str:
    """Return why a part lets nobody lead a character on from where it is; empty if none minds."""
    return next(filter(None, (part.refusal(who, word) for part in game_parts())), "")


def setting_rows() -> dict[str, Setting]:
    """Return all settings of this game by name: the kernel's, and those of its parts."""
    return {row.name: row for row in (*SETTINGS.values(), *parts.settings_of(chosen_parts().parts))}


def limit_rows() -> dict[str, Limit]:
    """Return all limits of this game by name: the kernel's, and those of its parts."""
    return LIMITS | {row.name: row for part in game_parts() for row in part.limits}


def _core_parts() -> Iterator[CorePart]:
    yield from parts.core_of(chosen_parts().parts)


use(_core_parts())
