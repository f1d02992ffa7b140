"""Who plays on a machine, who watches, and what happens to the game.

                        ┌── press, tick, undo, restart, level ──┐
    sit_down ──► Sitting ◄──────────────────────────────────────┘ ──► stand_up
                    └── keep ──► Attribute `game` of the machine: survives reload and crash

Boards without a clock are written down at every line that is typed; one in live play, which is
ticked as long as its player is there, every `_KEEP` seconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from evennia.utils.dbserialize import deserialize
from twisted.internet import reactor

from xyzgrid_ext.core.board import (
    Board,
    Move,
    Phase,
    Play,
    advance,
    begin,
    control_of,
    from_data,
    tick,
    to_data,
    undo,
)
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game import query
from xyzgrid_ext.game.machines import scores, show
from xyzgrid_ext.game.memory import CATEGORY

GAME, SEAT, LEVELS = "game", "seat", "levels"
"""Attributes: of a machine its game; of a character where it sits, and which levels it has won."""
MOVES = 60  # keys of one line
_BUDGET, _REFILL = 120.0, 60.0  # cycles that a player may have at once; so many more a second
_KEEP = 3.0  # seconds of live play that a crash may cost
_GAP = 0.45  # seconds between two frames of live play as text


@dataclass
class Sitting:
    """The game on a machine as it is in this process."""

    board: Board[Any]
    play: Play[Any]
    player: int
    live: bool = False
    seconds: float = 0.0
    """Of live play so far."""
    watchers: list[int] = field(default_factory=list)
    timer: Any = None
    kept: float = 0.0
    shown: float = 0.0
    frame: tuple[str, ...] = ()
    budget: float = _BUDGET
    spent: float = 0.0


def call_later(seconds: float, function: Callable[..., None], *args: Any) -> Any:
    """Twisted's own, with a `cancel`; tests put a clock in its place."""
    return reactor.callLater(seconds, function, *args)


def now() -> float:
    """Seconds of a clock that only goes forward; tests put their own in its place."""
    return time.monotonic()


# --- what others ask


def of(machine: Any) -> Sitting | None:
    """The game on a machine; None if there is none."""
    found: Sitting | None = machine.ndb.sitting
    if found is None and (data := machine.attributes.get(GAME, category=CATEGORY)):
        found = machine.ndb.sitting = _read(machine, deserialize(data))
    return found


def machine_of(character: Any) -> Any | None:
    """The machine that a character sits at; None if at none."""
    machine = query.object_of(character.attributes.get(SEAT, category=CATEGORY))
    here = machine is not None and machine.location == character.location
    sitting = of(machine) if here else None
    return machine if sitting is not None and sitting.player == character.pk else None


def player_of(machine: Any) -> Any | None:
    """Who sits at a machine now; None if nobody does."""
    sitting = of(machine)
    player = query.object_of(sitting.player) if sitting is not None else None
    return player if player is not None and machine_of(player) == machine else None


def in_words(machine: Any, looker: Any) -> str:
    """What one who looks at a machine sees on it."""
    sitting, player = of(machine), player_of(machine)
    if sitting is None or player is None:
        return str(_("Nobody plays. |wplay {machine}|n begins.")).format(machine=machine.key)
    if player == looker:
        return show.picture(sitting.board, sitting.play, looker)
    text = _("{player} plays. |wwatch {machine}|n shows it.")
    return text.format(player=player.get_display_name(looker), machine=machine.key)


# --- what players do


def sit_down(machine: Any, character: Any, level: int | None = None, live: bool = False) -> Sitting:
    """Take a seat: go on with one's own game, or begin one.

    Raises:
        GridError: if somebody else plays, or there is no such board or level.

    """
    player, sitting = player_of(machine), of(machine)
    if player is not None and player != character and player.sessions.count():
        name = player.get_display_name(character)
        raise GridError(_("{player} plays here.").format(player=name), _("You can |wwatch|n."))
    board = machine.board(live)
    if live and board.interval(board.start(1), 0.0) is None:
        raise GridError(_("This board has no clock."), _("Play it without |wlive|n."))
    if player is not None and player != character:
        stand_up(player)
    if machine_of(character) not in (None, machine):
        stand_up(character)
    goes_on = (
        sitting is not None
        and sitting.player == character.pk
        and sitting.live == live
        and sitting.board.name == board.name
        and level in (None, sitting.play.seed)
        and board.status(sitting.play.state).phase is Phase.PLAYING
    )
    if not goes_on or sitting is None:
        watchers = sitting.watchers if sitting is not None else []
        close(machine)
        play = begin(board, _seed(machine, board, character, level))
        sitting = machine.ndb.sitting = Sitting(board, play, character.pk, live, watchers=watchers)
    character.attributes.add(SEAT, machine.pk, category=CATEGORY)
    keep(machine)
    _tell(machine, show.introduction(board, sitting.play))
    _show(machine, sitting)
    _wind(machine, sitting)
    return sitting


def stand_up(character: Any) -> bool:
    """Leave the machine; the game waits there until somebody else plays. False if at none."""
    machine = machine_of(character)
    character.attributes.remove(SEAT, category=CATEGORY)
    if machine is None:
        return False
    _stop(of(machine))
    keep(machine)
    return True


def press(machine: Any, moves: Sequence[Move]) -> None:
    """Run a cycle for each of some moves, until the game is over; show what came of it.

    Raises:
        GridError: if the player asks for too much at once.

    """
    sitting = _must(machine)
    if len(moves) > MOVES:
        raise GridError(_("At most {count} keys at a time.").format(count=MOVES))
    _spend(sitting, len(moves))
    for move in moves:
        if _is_over(sitting):
            break
        sitting.play = advance(sitting.board, sitting.play, move)
    _after(machine, sitting, forced=True)
    controls = [control_of(sitting.board, key) for move in moves for key in move]
    if any(control is not None and control.restarts for control in controls):
        _wind(machine, sitting)


def take_back(machine: Any) -> bool:
    """Undo the last key; False if that is not possible."""
    sitting = _must(machine)
    _spend(sitting, 5)
    before = undo(sitting.board, sitting.play)
    if before is None:
        return False
    sitting.play = before
    _after(machine, sitting, forced=True)
    return True


def restart(machine: Any, level: int | None = None) -> None:
    """Begin again: the same level, or another one; with new chance where there are no levels.

    Raises:
        GridError: if there is no such level.

    """
    sitting = _must(machine)
    board = sitting.board
    seed = level or (sitting.play.seed if board.levels else _chance())
    sitting.play, sitting.seconds = begin(board, seed), 0.0
    keep(machine)
    _tell(machine, show.introduction(board, sitting.play))
    _show(machine, sitting)
    _wind(machine, sitting)


def watch(machine: Any, character: Any) -> None:
    """See every frame from now on, as long as one stays in the room.

    Raises:
        GridError: if there is nothing to see.

    """
    sitting = of(machine)
    if sitting is None or player_of(machine) is None:
        raise GridError(_("Nobody plays there."), _("You could |wplay|n."))
    if character.pk not in sitting.watchers:
        sitting.watchers.append(character.pk)
    character.msg(show.introduction(sitting.board, sitting.play))
    character.msg(show.picture(sitting.board, sitting.play, character))
    keep(machine)


def look_away(machine: Any, character: Any) -> bool:
    """Watch no longer; False if one did not."""
    sitting = of(machine)
    if sitting is None or character.pk not in sitting.watchers:
        return False
    sitting.watchers.remove(character.pk)
    keep(machine)
    return True


# --- what happens by itself


def keep(machine: Any) -> None:
    """Write the game down."""
    sitting: Sitting | None = machine.ndb.sitting
    if sitting is None or machine.pk is None:
        return
    data = {
        "board": sitting.board.name,
        "player": sitting.player,
        "live": sitting.live,
        "seconds": sitting.seconds,
        "watchers": list(sitting.watchers),
        **to_data(sitting.board, sitting.play),
    }
    machine.attributes.add(GAME, data, category=CATEGORY)
    sitting.kept = now()


def close(machine: Any) -> None:
    """Forget the game."""
    _stop(machine.ndb.sitting)
    machine.ndb.sitting = None
    if machine.pk is not None:
        machine.attributes.remove(GAME, category=CATEGORY)


def resume_all() -> None:
    """The server has started: live games go on as soon as their players are back."""
    for machine in query.holders(GAME, CATEGORY):
        if (sitting := of(machine)) is not None and player_of(machine) is not None:
            _wind(machine, sitting)


def _tick(machine: Any) -> None:
    sitting: Sitting | None = machine.ndb.sitting
    if sitting is None or machine.pk is None:
        return
    sitting.timer = None
    player = player_of(machine)
    if player is None:
        return
    if player.sessions.count():  # else it waits for its player, and nothing falls meanwhile
        interval = sitting.board.interval(sitting.play.state, sitting.seconds) or 0.0
        sitting.play = tick(sitting.board, sitting.play)
        sitting.seconds += interval
        _after(machine, sitting, forced=False)
    _wind(machine, sitting)


def _wind(machine: Any, sitting: Sitting) -> None:
    """Set the clock of a live game to its next tick."""
    _stop(sitting)
    if not sitting.live or _is_over(sitting):
        return
    player = player_of(machine)
    if player is None:
        return
    interval = sitting.board.interval(sitting.play.state, sitting.seconds)
    if interval is not None:
        # nobody there: look again now and then
        sitting.timer = call_later(interval if player.sessions.count() else 2.0, _tick, machine)


def _stop(sitting: Sitting | None) -> None:
    if sitting is not None and sitting.timer is not None:
        if sitting.timer.active():
            sitting.timer.cancel()
        sitting.timer = None


def _after(machine: Any, sitting: Sitting, *, forced: bool) -> None:
    """A cycle is done: write it down, show it, and see whether it was the last."""
    over = _is_over(sitting)
    if not sitting.live or over or now() - sitting.kept >= _KEEP:
        keep(machine)
    if forced or over or now() - sitting.shown >= _GAP:
        _show(machine, sitting, forced=forced or over)
    if over:
        _finish(machine, sitting)


def _finish(machine: Any, sitting: Sitting) -> None:
    _stop(sitting)
    player = player_of(machine)
    if player is None:
        return
    board, play = sitting.board, sitting.play
    date = timezone.localdate().isoformat()
    place = scores.enter(board, play, player.key, player.pk, date)
    if place is not None:
        text = _("{player} takes place {place} in the table of {board}.")
        _tell(machine, text.format(player=player.key, place=place, board=board.title))
    if board.status(play.state).phase is Phase.WON:
        _learn(player, board, play.seed)
        machine.at_board_won(player, play)
        if play.seed < len(board.levels):
            player.msg(_("|wnext|n plays level {level}.").format(level=play.seed + 1))


def _show(machine: Any, sitting: Sitting, *, forced: bool = True) -> None:
    """Let everybody who looks see the frame, if it is another one."""
    frame = sitting.board.frame(sitting.play.state)
    if frame == sitting.frame and not forced:
        return
    sitting.frame, sitting.shown = frame, now()
    for looker in _lookers(machine, sitting):
        text = show.picture(sitting.board, sitting.play, looker)
        looker.msg(text=(text, {"type": "board"}))


def _tell(machine: Any, text: str) -> None:
    sitting = of(machine)
    for looker in _lookers(machine, sitting) if sitting is not None else ():
        looker.msg(text)


def _lookers(machine: Any, sitting: Sitting) -> list[Any]:
    """The player and those who watch; who has left the room watches no more."""
    found = [query.object_of(pk) for pk in dict.fromkeys((sitting.player, *sitting.watchers))]
    there = [one for one in found if one is not None and one.location == machine.location]
    present = {one.pk for one in there}
    sitting.watchers = [pk for pk in sitting.watchers if pk in present]
    return there


def _must(machine: Any) -> Sitting:
    sitting = of(machine)
    if sitting is None:
        raise GridError(_("Nothing is played there."))
    return sitting


def _is_over(sitting: Sitting) -> bool:
    return sitting.board.status(sitting.play.state).phase is not Phase.PLAYING


def _spend(sitting: Sitting, cycles: int) -> None:
    """Take cycles off what a player may have just now, so that nobody keeps the server busy."""
    moment = now()
    refilled = sitting.budget + (moment - sitting.spent) * _REFILL
    sitting.budget, sitting.spent = min(_BUDGET, refilled), moment
    if sitting.budget < cycles:
        raise GridError(_("Not so fast, please."))
    sitting.budget -= cycles


# --- levels and chance


def _seed(machine: Any, board: Board[Any], character: Any, level: int | None) -> int:
    if not board.levels:
        return _chance()
    if level is not None:
        return level
    if (puzzle := machine.db.puzzle_level) is not None:  # who won it elsewhere has to win it here
        return int(puzzle)
    won = character.attributes.get(LEVELS, category=CATEGORY, default={}).get(board.name, 0)
    first = machine.db.level or 1
    return int(min(max(first, won + 1), len(board.levels)))


def _chance() -> int:
    # the one place where chance comes in: from here on it is an argument
    return int(timezone.now().timestamp() * 1000) % (1 << 32)


def _learn(player: Any, board: Board[Any], level: int) -> None:
    """Remember the highest level that was won, so that the next visit goes on from there."""
    if not board.levels:
        return
    won = dict(player.attributes.get(LEVELS, category=CATEGORY, default={}))
    won[board.name] = max(level, won.get(board.name, 0))
    player.attributes.add(LEVELS, won, category=CATEGORY)


def _read(machine: Any, data: dict[str, Any]) -> Sitting | None:
    """The game that was written down; None if its board has changed, and it does not fit."""
    try:
        board = machine.board(bool(data["live"]))
        if board.name != data["board"]:
            return None
        play = from_data(board, data)
    except GridError:
        return None
    return Sitting(
        board,
        play,
        int(data["player"]),
        bool(data["live"]),
        float(data["seconds"]),
        [int(pk) for pk in data["watchers"]],
    )
