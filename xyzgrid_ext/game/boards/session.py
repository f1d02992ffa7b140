"""The game on a machine as this process holds it: who plays, who watches, what is written down.

    Attribute `game` of the machine  ◄── keep ──  BoardSession  ── of ──►  commands, clock
                                     ── read ─►

Boards without a clock are written down at every line that is typed; one in live play every few
seconds (see `clock`). A seat is an Attribute of the character, and a command set on it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _
from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.board import Board, Move, Phase, Play, from_data, to_data
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.game import compat
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.language import speaking_to
from xyzgrid_ext.game.base.limits import most
from xyzgrid_ext.game.base.signals import board_left
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.memory import CATEGORY, number_in
from xyzgrid_ext.game.db.stored import read_stored
from xyzgrid_ext.game.text import board as show

GAME, SEAT = "game", "seat"
"""Attributes: of a machine its game; of a character where it sits."""
AWAY = 600.0  # seconds without a key after which somebody else may take the seat


class Shown(NamedTuple):
    """The last view that somebody had of a board, and when."""

    play: Play[Any]
    moment: float


@dataclass
class BoardSession:
    """A game, with its player and watchers."""

    board: Board[Any]
    play: Play[Any]
    player: int
    live: bool = False
    seconds: float = 0.0
    """Of live play so far."""
    watchers: list[int] = field(default_factory=list)
    checkpoint: Play[Any] | None = None
    touched: float = 0.0
    """When the last key came, by the clock of the calendar."""
    timer: Any = None
    wound: float | None = None
    """Since when the clock of live play runs; None if it stands."""
    due: float = 0.0
    """When it ticks next."""
    kept: float = 0.0
    shown: float = 0.0
    frame: tuple[str, ...] = ()
    seen: dict[int, Shown] = field(default_factory=dict)
    """What those who read it as text have seen last, by their ids."""
    heard: Any = None
    """The state of which those who listen were told last."""
    ways: dict[tuple[str, ...], Move] = field(default_factory=dict)
    """The results of `hint`: level and frame -> the next move."""
    paced: str = ""
    """The speed that who reads only changes was told last."""
    seeks: bool = False
    """Whether `hint` is looking for more."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.board.status(self.play.state).phase is not Phase.PLAYING

    @property
    def is_too_long(self) -> bool:
        """Whether its replay has reached the bound: what is written down grows no more."""
        return len(self.play.keys) >= most("game")

    @property
    def idle(self) -> float:
        """Seconds since the last key."""
        return today() - self.touched


def now() -> float:
    """Seconds of a clock that only goes forward; tests put their own in its place."""
    return time.monotonic()


def today() -> float:
    """Seconds of the calendar, which a restart does not change."""
    return timezone.now().timestamp()


# --- what others ask


def of(machine: Any) -> BoardSession | None:
    """The game on a machine; None if there is none."""
    found: BoardSession | None = machine.ndb.sitting
    if found is None and (data := machine.attributes.get(GAME, category=CATEGORY)):
        found = machine.ndb.sitting = read_stored(
            f"the game on #{machine.pk}", lambda: _read(machine, deserialize(data)), None
        )
    return found


def machine_of(character: Any) -> Any | None:
    """The machine that a character sits at; None if at none."""
    machine = objects.object_of(number_in(character, SEAT))
    if machine is None or machine.location is None or machine.location != character.location:
        return None
    sitting = of(machine)
    return machine if sitting is not None and sitting.player == character.pk else None


def player_of(machine: Any) -> Any | None:
    """The current player of a machine; None if there is none."""
    sitting = of(machine)
    player = objects.object_of(sitting.player) if sitting is not None else None
    return player if player is not None and machine_of(player) == machine else None


def is_taken(machine: Any, character: Any) -> bool:
    """Whether somebody else sits there, connected, and has not been idle for long."""
    sitting, player = of(machine), player_of(machine)
    if sitting is None or player is None or player == character:
        return False
    patience = min(AWAY, reset_of(machine) or AWAY)
    return player.sessions.count() > 0 and sitting.idle < patience


def reset_of(machine: Any) -> float:
    """Seconds without a key after which a game on a machine is forgotten; 0 for never."""
    minutes = machine.db.reset
    return 60.0 * minutes if isinstance(minutes, int | float) and minutes > 0 else 0.0


def in_words(machine: Any, looker: Any) -> str:
    """The view of somebody who looks at a machine."""
    sitting, player = of(machine), player_of(machine)
    if sitting is None or player is None:
        return _("Nobody plays. |wplay {machine}|n begins.").format(machine=machine.key)
    if player == looker:
        return show.picture(sitting.board, sitting.play, looker)
    text = _("{player} plays. |wwatch {machine}|n shows it.")
    return text.format(player=player.get_display_name(looker), machine=machine.key)


def lookers(machine: Any, sitting: BoardSession) -> list[Any]:
    """The player and the watchers; whoever has left the room no longer watches."""
    found = [objects.object_of(pk) for pk in dict.fromkeys((sitting.player, *sitting.watchers))]
    there = [one for one in found if one is not None and one.location == machine.location]
    present = {one.pk for one in there}
    for one in found:
        if one is not None and one.pk in sitting.watchers and one.pk not in present:
            board_left.send(sender=BoardSession, looker=one)
    sitting.watchers = [pk for pk in sitting.watchers if pk in present]
    return there


def tell(machine: Any, template: str, **values: Any) -> None:
    """Say something to all who look: a text of gettext_lazy, with fields for the values."""
    sitting = of(machine)
    for looker in lookers(machine, sitting) if sitting is not None else ():
        with speaking_to(looker):
            looker.msg(template.format(**values))


# --- what is written


def keep(machine: Any) -> None:
    """Write the game down. One statement."""
    sitting: BoardSession | None = machine.ndb.sitting
    if sitting is None or machine.pk is None:
        return
    board, mark = sitting.board, sitting.checkpoint
    data = {
        "board": board.name,
        "player": sitting.player,
        "live": sitting.live,
        "seconds": sitting.seconds,
        "watchers": list(sitting.watchers),
        "touched": sitting.touched,
        "checkpoint": to_data(board, mark) if mark is not None else None,
        **to_data(board, sitting.play),
    }
    stored = machine.attributes.get(GAME, category=CATEGORY, return_obj=True)
    if stored is None:
        machine.attributes.add(GAME, data, category=CATEGORY)
    else:
        stored.value = data  # `add` would write it twice
    sitting.kept = now()


def stop(sitting: BoardSession | None) -> None:
    """Let the clock of live play stand."""
    if sitting is None:
        return
    if sitting.wound is not None:
        sitting.seconds += now() - sitting.wound
        sitting.wound = None
    if sitting.timer is not None and sitting.timer.active():
        sitting.timer.cancel()
    sitting.timer = None


def close(machine: Any) -> None:
    """Forget the game; who plays stands up."""
    player = player_of(machine)
    stop(machine.ndb.sitting)
    machine.ndb.sitting = None
    if machine.pk is not None:
        machine.attributes.remove(GAME, category=CATEGORY)
    if player is not None:
        leave(player)
        with speaking_to(player):
            player.msg(_("The game is over: the machine is taken out of service, or begins again."))


def leave(character: Any) -> None:
    """Take the seat away from a character, and the words that go with it."""
    character.attributes.remove(SEAT, category=CATEGORY)
    character.cmdset.remove(compat.SEATED)
    board_left.send(sender=BoardSession, looker=character)


def _read(machine: Any, data: dict[str, Any]) -> BoardSession | None:
    """The game that was written down; None if its board has changed, and it does not fit."""
    seconds, touched = float(data["seconds"]), float(data.get("touched", 0.0))
    if not (isfinite(seconds) and isfinite(touched) and seconds >= 0):
        raise ValueError(f"{seconds} seconds of play, touched at {touched}")
    try:
        board = machine.board(bool(data["live"]))
        if board.name != data["board"]:
            return None
        play, mark = from_data(board, data), data.get("checkpoint")
        checkpoint = from_data(board, mark) if mark else None
    except (PlayerError, UsageError):
        return None
    return BoardSession(
        board,
        play,
        int(data["player"]),
        bool(data["live"]),
        seconds,
        [int(pk) for pk in data["watchers"]],
        checkpoint,
        touched,
    )
