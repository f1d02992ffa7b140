"""The in-memory state of the game on a machine: its player, its watchers, and what is stored.

    Attribute `game` of the machine  ◄── keep ──  BoardSession  ── of ──►  commands, clock
                                     ── read ─►

Games without a clock are stored at every typed line, games in live play every few seconds (see
`ticker`). A seat is an Attribute of the character, with a command set on it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, Looker
from xyzgrid_ext.game.base.language import translating_for
from xyzgrid_ext.game.base.limits import limit_value
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.memory import CATEGORY, number_in
from xyzgrid_ext.game.db.stored import read_stored
from xyzgrid_ext.game.parts import has_part
from xyzgrid_ext.game.text.descriptions import without_article
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.parts.boards.core.board import AnyBoard, AnyPlay, Move, Phase, from_data, to_data
from xyzgrid_ext.parts.boards.game import text as show
from xyzgrid_ext.parts.boards.game.files import MachineObject
from xyzgrid_ext.parts.boards.game.signals import board_left

GAME, SEAT = "game", "seat"
"""The Attribute of a machine with its game, and of a character with its seat."""
SEATED = "xyzgrid_ext.parts.boards.commands.SeatedCmdSet"
"""The command set of who sits at a machine; Evennia stores this path."""
_AWAY_SECONDS = 600.0  # without a key; then somebody else may take the seat


class Shown(NamedTuple):
    """The game as somebody has last seen it, and the time, `monotonic_time`."""

    play: AnyPlay
    moment: float


@dataclass
class BoardSession:
    """A game on a machine, with the ids of its player and watchers; it changes as they play."""

    board: AnyBoard
    play: AnyPlay
    player: int
    live: bool = False
    seconds: float = 0.0
    """The seconds of live play so far."""
    watchers: list[int] = field(default_factory=list)
    checkpoint: AnyPlay | None = None
    last_key_at: float = 0.0
    """The time of the last key, in calendar time."""
    timer: Any = None
    clock_start: float | None = None
    """The time when the clock of live play was started; None if it is stopped."""
    next_tick: float = 0.0
    """The time of its next tick."""
    stored_at: float = 0.0
    shown_at: float = 0.0
    frame: tuple[str, ...] = ()
    frame_state: object = None
    """The state whose frame that is."""
    verdict: tuple[object, bool] = (None, False)
    """A state, and whether the game ends with it."""
    last_views: dict[int, Shown] = field(default_factory=dict)
    """The last view of each person who reads the board as text, by id."""
    spoken_state: object = None
    """The state that screen readers were told last."""
    hints: dict[tuple[str, ...], Move] = field(default_factory=dict)
    """The results of `hint`: maps (level and frame) to the next move."""
    last_pace: str = ""
    """The speed that was last told to those who read only changes."""
    is_seeking: bool = False
    """Whether `hint` is still searching."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        state = self.play.state
        if self.verdict[0] is not state:  # asked several times a tick, and conditions take time
            self.verdict = state, self.board.status(state).phase is not Phase.PLAYING
        return self.verdict[1]

    @property
    def is_won(self) -> bool:
        """Whether the game has ended well."""
        return self.is_over and self.board.status(self.play.state).phase is Phase.WON

    @property
    def is_too_long(self) -> bool:
        """Whether its replay has reached the maximum length, so that it is no longer recorded."""
        return len(self.play.keys) >= limit_value("game")

    @property
    def idle(self) -> float:
        """The seconds since the last key."""
        return calendar_time() - self.last_key_at


def monotonic_time() -> float:
    """Return the time in seconds of a monotonic clock, which tests replace."""
    return time.monotonic()


def calendar_time() -> float:
    """Return the time in seconds of the calendar clock, which continues across restarts."""
    return time.time()


# --- what others ask


def session_of(machine: MachineObject) -> BoardSession | None:
    """Return the game on a machine; None if there is none."""
    session_: BoardSession | None = machine.ndb.board_session
    if session_ is None and (data := machine.attributes.get(GAME, category=CATEGORY)):
        session_ = machine.ndb.board_session = read_stored(
            f"the game on #{machine.pk}", lambda: _read(machine, deserialize(data)), None
        )
    return session_


def machine_of(character: Character) -> Any | None:
    """Return the machine where a character sits; None if there is none."""
    machine = objects.object_by_id(number_in(character, SEAT))
    if machine is None or machine.location is None or machine.location != character.location:
        return None
    game = session_of(machine)
    return machine if game is not None and game.player == character.pk else None


def player_of(machine: MachineObject) -> Any | None:
    """Return the current player of a machine; None if there is none."""
    game = session_of(machine)
    return None if game is None else player_in(machine, game)


def player_in(machine: MachineObject, game: BoardSession) -> Any | None:
    """Return the player of the game on a machine, if still seated there; None if not."""
    player = objects.object_by_id(game.player)
    if player is None or (seat := number_in(player, SEAT)) is None or seat != machine.pk:
        return None
    room = machine.db_location_id
    return player if room is not None and room == player.db_location_id else None


def is_taken(machine: MachineObject, character: Character) -> bool:
    """Whether somebody else is sitting there, online and not idle for too long."""
    game, player = session_of(machine), player_of(machine)
    if game is None or player is None or player == character:
        return False
    patience = min(_AWAY_SECONDS, reset_seconds(machine) or _AWAY_SECONDS)
    return player.sessions.count() > 0 and game.idle < patience


def reset_seconds(machine: MachineObject) -> float:
    """Return the seconds without a key after which a machine forgets its game; 0 means never."""
    minutes = machine.db.reset
    return 60.0 * minutes if isinstance(minutes, int | float) and minutes > 0 else 0.0


def machine_text(machine: MachineObject, looker: Looker) -> str:
    """Return the text to show to somebody who looks at a machine."""
    if not has_part("boards"):
        return _("The machine is switched off.")
    game, player = session_of(machine), player_of(machine)
    if game is None or player is None:
        text = _("Nobody is playing. Type |wplay {machine}|n to begin.")
        return text.format(machine=without_article(machine.key))
    if player == looker:
        return show.game_picture(game.board, game.play, looker)
    text = _("{player} is playing. Type |wwatch {machine}|n to watch.")
    return text.format(
        player=hooks.display_name(player, looker), machine=without_article(machine.key)
    )


def lookers(machine: MachineObject, game: BoardSession) -> list[Any]:
    """Return the player and the watchers who are in the room; others no longer watch."""
    objs = [objects.object_by_id(pk) for pk in dict.fromkeys((game.player, *game.watchers))]
    there = [obj for obj in objs if obj is not None and obj.location == machine.location]
    present = {person.pk for person in there}
    for obj in objs:
        if obj is not None and obj.pk in game.watchers and obj.pk not in present:
            board_left.send(sender=BoardSession, looker=obj)
    game.watchers = [pk for pk in game.watchers if pk in present]
    return there


def tell_all(machine: MachineObject, template: str, **values: object) -> None:
    """Send a text of gettext_lazy, with values for its fields, to the player and all watchers."""
    game = session_of(machine)
    for looker in lookers(machine, game) if game is not None else ():
        with translating_for(looker):
            looker.msg(template.format(**values))


# --- what is written


def store_game(machine: MachineObject) -> None:
    """Store a machine's game in the database, in one statement."""
    game: BoardSession | None = machine.ndb.board_session
    if game is None or machine.pk is None:
        return
    board, mark = game.board, game.checkpoint
    data = {
        "board": board.name,
        "player": game.player,
        "live": game.live,
        "seconds": game.seconds,
        "watchers": list(game.watchers),
        "touched": game.last_key_at,
        "checkpoint": to_data(board, mark) if mark is not None else None,
        **to_data(board, game.play),
    }
    stored = machine.attributes.get(GAME, category=CATEGORY, return_obj=True)
    if stored is None:
        machine.attributes.add(GAME, data, category=CATEGORY)
    else:
        stored.value = data  # `add` would write it twice
    game.stored_at = monotonic_time()


def stop_ticks(game: BoardSession | None) -> None:
    """Stop the clock of live play, if there is one."""
    if game is None:
        return
    if game.clock_start is not None:
        game.seconds += monotonic_time() - game.clock_start
        game.clock_start = None
    if game.timer is not None and game.timer.active():
        game.timer.cancel()
    game.timer = None


def close_game(machine: MachineObject) -> None:
    """Forget the game, and make its player stand up."""
    player = player_of(machine)
    stop_ticks(machine.ndb.board_session)
    machine.ndb.board_session = None
    if machine.pk is not None:
        machine.attributes.remove(GAME, category=CATEGORY)
    if player is not None:
        leave_seat(player)
        with translating_for(player):
            player.msg(_("The game is over: the machine was removed or reset."))


def leave_seat(character: Character) -> None:
    """Take a character's seat away, together with the seat's commands."""
    character.attributes.remove(SEAT, category=CATEGORY)
    character.cmdset.remove(SEATED)
    board_left.send(sender=BoardSession, looker=character)


def _read(machine: MachineObject, data: dict[str, Any]) -> BoardSession | None:
    """Read a stored game; None if its board has changed so that the game does not fit."""
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
