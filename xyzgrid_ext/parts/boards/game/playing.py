"""The actions at a machine: sit down, press keys, undo them, leave.

                    ┌── press, take_back, restart, mark, go_back ──┐
sit_down ──► BoardSession ◄─────────────────────────────────────────────┘ ──► stand_up
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from evennia.server import signals

from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, GameObject
from xyzgrid_ext.game.base.language import translating_for
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.text.messages import tell_room
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.parts.boards.core.board import (
    CHARACTERS,
    AnyBoard,
    Move,
    begin,
    find_control,
    try_move,
    undo,
    with_later_hints,
)
from xyzgrid_ext.parts.boards.game import frames, levels, outcome, session, ticker
from xyzgrid_ext.parts.boards.game.files import MachineObject, is_machine
from xyzgrid_ext.parts.boards.game.session import SEAT, SEATED, BoardSession
from xyzgrid_ext.parts.boards.settings import CYCLES_PER_SECOND, KEYS_PER_LINE

_SLICE = 0.1  # seconds that the keys of one line may take
_RERUN = 300  # cycles that `undo` may play again


def connect() -> None:
    """Connect the handlers of returning players and of dungeons; safe to repeat."""
    signals.SIGNAL_OBJECT_POST_PUPPET.connect(_back, dispatch_uid="xyzgrid.machines.back")


def sit_down(
    machine: MachineObject, character: Character, level: int | None = None, live: bool = False
) -> BoardSession:
    """Seat a character: continue its own game, or begin one at `level`, `live` with the clock.

    Raises:
        PlayerError: if somebody else is playing, or if there is no such board or level.
    """
    player, game = session.player_of(machine), session.session_of(machine)
    if player is not None and session.is_taken(machine, character):
        name = hooks.display_name(player, character)
        raise PlayerError(
            _("{player} is playing here.").format(player=name), _("Type |wwatch|n to watch.")
        )
    board: AnyBoard = machine.board(live)
    if live and not machine.has_clock():
        raise PlayerError(_("This board has no clock."), _("Play it without |wlive|n."))
    if game is None or not _goes_on(machine, game, board, character, level, live):
        play = begin(board, levels.first_seed(machine, board, character, level))
        watchers = game.watchers if game is not None else []
        if player is not None and player != character:
            stand_up(player)
            with translating_for(player):
                player.msg(
                    _("You were away from the machine for too long. Somebody else is playing now.")
                )
        elif (
            game is not None and game.player == character.pk and game.play.keys and not game.is_over
        ):
            character.msg(_("This ends the game that you were playing here."))
        session.stop_ticks(game)
        game = machine.ndb.board_session = BoardSession(
            board, play, character.pk, live, watchers=watchers
        )
    if session.machine_of(character) not in (None, machine):
        stand_up(character)
    game.last_key_at = session.calendar_time()
    game.watchers = [pk for pk in game.watchers if pk != character.pk]
    character.attributes.add(SEAT, machine.pk, category=CATEGORY)
    session.store_game(machine)
    _put_on(character)
    _begin(machine, game)
    return game


def stand_up(character: Character) -> str:
    """Let a player leave the machine, where the game stays for a while.

    Return the text for the player; empty without a machine.
    """
    machine = session.machine_of(character)
    session.leave_seat(character)
    if machine is None or (game := session.session_of(machine)) is None:
        return ""
    text = _("You leave {board}. Your game waits there until somebody else plays.")
    message = text.format(board=_(game.board.title))
    session.stop_ticks(game)
    session.store_game(machine)
    tell_room(
        machine.location, lazy("{player} leaves {machine}."), but=character, by=character,
        player=character, machine=machine,
    )  # fmt: skip
    return message


def stand_up_on_leaving(character: Character) -> None:
    """Make a character that leaves its room stand up from its machine."""
    if not character.attributes.has(SEAT, category=CATEGORY):
        return  # without its command sets, which those who never play have not made
    if character.cmdset.has(SEATED):
        with translating_for(character):
            if message := stand_up(character):
                character.msg(message)


def keys_to_moves(board: AnyBoard, keys: Sequence[str]) -> list[Move]:
    """Return keys that arrived together as moves: one each, or all in one if the board allows."""
    unique = dict.fromkeys(keys)
    return [(key,) for key in unique] if board.notation is CHARACTERS else [tuple(unique)]


def press_keys(client: Any, /, *keys: str, **options: object) -> None:
    """Press the keys that a client sent; without keys, let a moment pass in the game.

    `client` is the session; each of `keys` is any name of a key, such as `n` or `up`.
    """
    if (character := client.puppet) is None:
        return
    machine = session.machine_of(character)
    game = session.session_of(machine) if machine is not None else None
    if machine is None or game is None:
        return  # a key that came too late
    controls = [
        find_control(game.board, str(key)) for key in keys[: limits.limit_value(KEYS_PER_LINE)]
    ]
    names = [control.key for control in controls if control is not None]
    if keys and not names:
        return
    try:
        press(machine, keys_to_moves(game.board, names) if names else [game.board.clock_move])
    except PlayerError as error:
        character.msg(str(error))


def press(machine: MachineObject, moves: Sequence[Move]) -> None:
    """Run one cycle (step of the rules) for each move until the game is over; show the result.

    Raises:
        PlayerError: if the game is over or too long, or the player sends too many moves in one go.
    """
    game = _must(machine)
    if len(moves) > (count := limits.limit_value(KEYS_PER_LINE)):
        raise PlayerError(_("At most {count} keys at a time.").format(count=count))
    _spend(machine, len(moves))
    if game.is_over:
        raise PlayerError(_("This game is over."), outcome.what_next_text(game))
    if game.is_too_long:
        raise PlayerError(
            _("This game has become too long to go on."), outcome.what_next_text(game)
        )
    game.last_key_at, began, done, before = (
        session.calendar_time(),
        session.monotonic_time(),
        0,
        game.play,
    )
    for move in moves:
        if game.is_over or session.monotonic_time() - began > _SLICE:
            break
        game.play, done = try_move(game.board, game.play, move), done + 1
    if game.play is before:
        outcome.tell_nothing_moved(machine, game)
    else:
        outcome.finish_cycle(machine, game, forced=True)
    if done < len(moves) and not game.is_over:
        session.tell_all(machine, lazy("That was too much at once: type {n} keys at most."), n=done)
    controls = [find_control(game.board, key) for move in moves for key in move]
    restarts = any(control is not None and control.restarts for control in controls)
    if machine.ndb.board_session is game and (restarts or game.timer is None or game.is_over):
        ticker.schedule_tick(machine, game)


def take_back(machine: MachineObject) -> bool:
    """Undo the last key; return False if there is none.

    Raises:
        PlayerError: if moves cannot be taken back.
    """
    game = _must(machine)
    _refuse_if_final(game)
    _spend(machine, 5)
    before = undo(game.board, game.play, _RERUN)
    if before is None:
        return False
    _go_on(machine, game, before)
    return True


def set_checkpoint(machine: MachineObject) -> None:
    """Set the checkpoint to the current state of the game.

    Raises:
        PlayerError: if moves cannot be taken back.
    """
    game = _must(machine)
    _refuse_if_final(game)
    game.checkpoint = game.play
    session.store_game(machine)


def return_to_checkpoint(machine: MachineObject) -> bool:
    """Return to the checkpoint; return False if there is none.

    Raises:
        PlayerError: if moves cannot be taken back.
    """
    game = _must(machine)
    _refuse_if_final(game)
    _spend(machine, 5)
    if game.checkpoint is None:
        return False
    _go_on(machine, game, with_later_hints(game.board, game.checkpoint, game.play))
    return True


def restart(machine: MachineObject, level: int | None = None) -> None:
    """Begin again: the same or another level, or a new random game on boards without levels.

    Raises:
        PlayerError: if there is no such level.
    """
    game = _must(machine)
    _spend(machine, 5)
    board = game.board
    seed = levels.next_seed(board, game.play.seed, level)
    game.play, game.checkpoint, game.seconds = begin(board, seed), None, 0.0
    game.last_key_at, game.clock_start = session.calendar_time(), None
    session.store_game(machine)
    _begin(machine, game)


def stop_clock(machine: MachineObject) -> None:
    """Stop the clock until the next key.

    Raises:
        PlayerError: if the clock is not running.
    """
    game = _must(machine)
    if not game.live or game.is_over:
        raise PlayerError(_("No clock is running."))
    session.stop_ticks(game)
    session.store_game(machine)
    session.tell_all(machine, lazy("The game is paused. Press any key to go on."))


def show_again(character: Character) -> None:
    """Send the board again to clients that draw it, if the character is playing."""
    machine = session.machine_of(character)
    if machine is not None:
        frames.send_board(_must(machine), [character])


# ---


@surviving("boards")
def _back(sender: Character, **kwargs: object) -> None:
    """Continue a game when a player takes control of a character that sits at a machine."""
    if not sender.cmdset.has(SEATED):
        return
    machine = session.machine_of(sender)
    if machine is None:
        session.leave_seat(sender)
        return
    _put_on(sender)
    with translating_for(sender):
        text = _("You are still sitting at {machine}: |wlook|n shows it.")
        sender.msg(text.format(machine=machine.key))
    ticker.schedule_tick(machine, _must(machine))


@surviving("boards")
def end_game_on(thing: GameObject) -> None:
    """End the game on an object, if that is a machine."""
    if is_machine(thing):
        session.close_game(thing)


def _put_on(character: Character) -> None:
    """Give a character the commands and keys of the board, in place of any others."""
    character.cmdset.remove(SEATED)
    character.cmdset.add(SEATED, persistent=True)


def _begin(machine: MachineObject, game: BoardSession) -> None:
    outcome.show_frame(machine, game, whole=True)
    ticker.schedule_tick(machine, game)


def _go_on(machine: MachineObject, game: BoardSession, play: Any) -> None:
    game.play, game.last_key_at = play, session.calendar_time()
    outcome.show_after_undo(machine, game)
    ticker.schedule_tick(machine, game)


def _goes_on(
    machine: MachineObject,
    game: BoardSession,
    board: AnyBoard,
    character: Character,
    level: int | None,
    live: bool,
) -> bool:
    """Whether a character finds its own game at a machine and continues it."""
    reset = session.reset_seconds(machine)
    return (
        game.player == character.pk
        and game.live == live
        and game.board.name == board.name
        and level in (None, game.play.seed)
        and not game.is_over
        and not (reset and game.idle > reset)
    )


def _refuse_if_final(game: BoardSession) -> None:
    if not game.board.can_undo:
        raise PlayerError(_("You cannot take back moves in this game."))


def _must(machine: MachineObject) -> BoardSession:
    game = session.session_of(machine)
    if game is None:
        raise PlayerError(_("Nobody is playing there."))
    return game


def _spend(machine: MachineObject, cycles: int) -> None:
    """Charge cycles to a player's allowance, so that nobody keeps the server busy.

    The allowance belongs to the player, so a new game does not renew it.
    """
    player = session.player_of(machine)
    if player is None:
        return
    if not limits.spend(player, CYCLES_PER_SECOND, cycles, session.monotonic_time()):
        words = _("Not so fast, please: you can make {number} moves a second at most.")
        raise PlayerError(words.format(number=limits.limit_value(CYCLES_PER_SECOND)))
