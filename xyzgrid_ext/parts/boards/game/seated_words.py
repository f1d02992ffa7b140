"""The commands while a character plays at a machine; their command set is in `seated`.

lll               keys of the board, each of them a cycle
undo back next …  words
anything else     what it always is: `say`, `who`, …; but ways out stay closed
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from evennia import default_cmds
from evennia.commands.cmdhandler import CMD_NOINPUT

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.background import FEWEST_FOR_THREAD, run_in_thread
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.base.language import translating_for
from xyzgrid_ext.game.base.task import begin, call_later
from xyzgrid_ext.game.commands.playing import PlayingCommand
from xyzgrid_ext.game.db.objects import name_keys
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.parts.boards.core.board import (
    HINT,
    Move,
    Phrase,
    Solution,
    advance,
    answer_question,
    find_control,
)
from xyzgrid_ext.parts.boards.game import messages, outcome, playing, session
from xyzgrid_ext.parts.boards.game import text as show
from xyzgrid_ext.parts.boards.game.files import MachineObject
from xyzgrid_ext.parts.boards.game.machines import game_help, parse_number
from xyzgrid_ext.parts.boards.game.session import BoardSession

_ENTER = "\n"
_PATIENCE = 1.0  # seconds without a word while a hint is sought


class SeatedCommand(PlayingCommand):
    """Base class of the commands of a character that sits at a machine."""

    auto_help = False
    takes = False
    """Whether the word takes arguments."""

    def func(self) -> None:
        """Run the command; after the caller has left, treat the line as an ordinary one."""
        machine = session.machine_of(self.caller)
        if machine is not None:
            super().func()
            return
        session.leave_seat(self.caller)
        self.caller.msg(
            _("You are no longer playing: you have left the machine, or its game has changed.")
        )
        self.caller.execute_cmd(self.raw_string, session=self.session)

    def do(self) -> None:
        """Refuse arguments that the word does not take, and act."""
        if self.args.strip() and not self.takes:
            text = _("Type |w{word}|n alone, with nothing after it.")
            raise PlayerError(text.format(word=self.key))
        machine = session.machine_of(self.caller)
        game = session.session_of(machine) if machine is not None else None
        if machine is None or game is None:
            raise PlayerError(_("You are no longer playing."))
        self.act(machine, game)

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Do what the command is for, on the caller's machine and its game.

        Raises:
            PlayerError: if that fails; the caller gets its text.
        """
        raise NotImplementedError


class KeyCommand(SeatedCommand):
    """Base class of commands that press keys; after a win, names of exits work as such again."""

    def func(self) -> None:
        """Press the key; after a win, leave by an exit of that name."""
        caller = self.caller
        machine = session.machine_of(caller)
        game = session.session_of(machine) if machine is not None else None
        if game is not None and game.is_won and self._is_exit():
            playing.stand_up(caller)
            caller.execute_cmd(self.raw_string, session=self.session)
        else:
            super().func()

    def _is_exit(self) -> bool:
        exits = hooks.exits_of(self.caller.location, self.caller)
        return any(name_key(self.raw_string) in name_keys(exit_) for exit_ in exits)


class CmdKeys(KeyCommand):
    """Keys of the game that you are playing; see `help play`."""

    takes = True

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Press the keys."""
        controls = [find_control(game.board, key) for key in self.raw_string.strip()]
        playing.press(machine, [(control.key,) for control in controls if control is not None])


class CmdControl(KeyCommand):
    """Use a control of the board by its name: `left`, `drop`."""

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Press the key."""
        control = find_control(game.board, self.key)
        if control is not None:
            playing.press(machine, [(control.key,)])


class CmdEnter(SeatedCommand):
    """Press ENTER: if the board has no such key, let a moment pass."""

    key = CMD_NOINPUT

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Press ENTER, or run a cycle without a key."""
        bound = any(control.key == _ENTER for control in game.board.controls)
        playing.press(machine, [(_ENTER,) if bound else game.board.clock_move])


class CmdWait(SeatedCommand):
    """Let a moment pass in the game that you are playing."""

    key = "wait"

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Run a cycle without a key."""
        playing.press(machine, [game.board.clock_move])


class CmdShoot(SeatedCommand):
    """
    shoot at a target in the game that you are playing

    Usage:
      shoot <target> [<target> ...]
    """

    key = "shoot"
    takes = True

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Press the key of the target."""
        board = game.board
        targets = {c.name.lower(): c.key for c in board.controls}
        targets |= {c.key: c.key for c in board.controls}
        words = self.args.lower().split()
        if not words or not all(word in targets for word in words):
            raise PlayerError(_("The targets are {names}.").format(names=show.targets_text(board)))
        playing.press(machine, playing.keys_to_moves(board, [targets[word] for word in words]))


class CmdUndo(SeatedCommand):
    """Take back the last key."""

    key = "undo"

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Undo the last key."""
        if not playing.take_back(machine):
            self.caller.msg(_("There is nothing to take back."))


class CmdCheckpoint(SeatedCommand):
    """Remember the game as it is now; `back` brings it back."""

    key = "checkpoint"

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Set the checkpoint."""
        playing.set_checkpoint(machine)
        self.caller.msg(_("|wback|n brings you back to this point."))


class CmdBack(SeatedCommand):
    """Go back to the checkpoint."""

    key = "back"

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Go back to the checkpoint."""
        if not playing.return_to_checkpoint(machine):
            self.caller.msg(_("There is no checkpoint: |wcheckpoint|n sets one."))


class CmdSeatedRestart(SeatedCommand):
    """Start the game over."""

    key = "restart"

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Begin again."""
        playing.restart(machine)


class CmdLevel(SeatedCommand):
    """Start another level."""

    key = "level"
    takes = True

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Begin the level."""
        if not game.board.levels:
            raise PlayerError(_("This game has no levels."))
        number = parse_number(self.args)
        if number is None:
            last = len(game.board.levels)
            raise PlayerError(_("Usage: level <number>, 1 to {last}").format(last=last))
        playing.restart(machine, number)


class CmdNext(SeatedCommand):
    """Start the next level; after the last one, start the first."""

    key = "next"

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Begin the next level."""
        if not game.board.levels:
            raise PlayerError(_("This game has no levels."), _("Type |wrestart|n to play again."))
        if game.play.seed >= len(game.board.levels):
            self.caller.msg(_("That was the last level: here is the first one again."))
        playing.restart(machine, game.play.seed % len(game.board.levels) + 1)


class CmdLookBoard(SeatedCommand):
    """Show the board again."""

    key = "look"
    takes = True

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Show the board, answer a question about it, or look at something else."""
        if not self.args.strip():
            if messages.is_in_tiles(game.board, self.caller):  # which stand beside the text
                shown = show.introduction(game.board, game.play, self.caller, in_tiles=True)
                self.caller.msg(f"{shown}\n{show.status_line(game.board, game.play)}")
            else:
                self.caller.msg(show.game_picture(game.board, game.play, self.caller))
        elif (answer := _asked(game, self.args)) is not None:
            self.caller.msg(show.answer_text(answer))
        elif target := self.caller.search(self.args.strip()):
            self.caller.msg(hooks.look(self.caller, target))


def _asked(game: BoardSession, question: str) -> tuple[Phrase, ...] | None:
    """Return the answer to a question about the board; None if the text is no question.

    Raises:
        PlayerError: if it asks what is around the player on a board without one.
    """
    scene = game.board.scene(game.play.state)
    phrases = answer_question(scene, question)
    if phrases == () and not scene.hero_cells:
        text = _("You have no position on this board. Try |wrow 3|n, |wcolumn 3|n or |wlook|n.")
        raise PlayerError(text)
    return phrases


class CmdAsk(SeatedCommand):
    """Ask where things are on the board: `around`, `nearest sack`, `row 3`, `column 3`."""

    key = "around"
    aliases: tuple[str, ...] = ("nearest", "row", "column")
    takes = True

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Answer the question."""
        answer = _asked(game, f"{self.cmdstring} {self.args}")
        if answer is None:
            raise PlayerError(_("Try |waround|n, |wnearest sack|n, |wrow 3|n or |wlook left|n."))
        self.caller.msg(show.answer_text(answer))


class CmdReplay(SeatedCommand):
    """Show your game so far as text that can be replayed."""

    key = "replay"

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Show the replay."""
        self.caller.msg(show.replay_markup(game.board, game.play))


class CmdSeatedHint(SeatedCommand):
    """Ask for the next step towards winning; a hint counts as a move."""

    key = "hint"

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Give a hint, at once or when it is found."""
        _give_hint(machine, game, self.caller)


class CmdSeatedHelp(default_cmds.CmdHelp):
    """The help: without a topic, or on `play`, that of the game that you are playing."""

    auto_help = False

    def func(self) -> None:
        """Show the help of the game in one go, since its keys would turn pages."""
        text = game_help(self.caller)
        if text and self.args.strip().lower() in ("", "play"):
            self.caller.msg(text)
        else:
            super().func()


class CmdPause(SeatedCommand):
    """Stop the clock until the next key press."""

    key = "pause"

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Stop the clock."""
        playing.stop_clock(machine)


class CmdSeatedSave(SeatedCommand):
    """Games on machines are saved automatically."""

    key = "save"

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Say that the game is saved automatically."""
        text = _("Your game is saved automatically, and waits here for you.")
        if game.board.can_undo:
            text += " " + _("|wcheckpoint|n remembers the game as it is now.")
        self.caller.msg(text)


class CmdSeatedNoKey(KeyCommand):
    """What a player types that is the name of an exit, or a letter, but no key of the board."""

    takes = True

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Say which keys there are, and how to leave the game."""
        text = _("You are playing {board}, and '{word}' is not one of its keys.")
        message = text.format(board=_(game.board.title), word=self.cmdstring)
        keys = _("Keys: {keys}.").format(keys=show.keys_text(game.board))
        raise PlayerError(message, f"{keys}\n" + _("|wstop|n leaves the machine."))


class CmdStop(SeatedCommand):
    """Leave the machine."""

    key = "stop"
    aliases: tuple[str, ...] = ("leave", "give up")

    def act(self, machine: MachineObject, game: BoardSession) -> None:
        """Stand up from the machine."""
        self.caller.msg(playing.stand_up(self.caller))


class CmdQuit(CmdStop):
    """Leave the machine; you stay online."""

    key = "quit"
    aliases = ()


SEATED_COMMANDS = (
    CmdEnter, CmdWait, CmdShoot, CmdUndo, CmdCheckpoint, CmdBack, CmdSeatedRestart, CmdLevel,
    CmdNext, CmdLookBoard, CmdAsk, CmdReplay, CmdSeatedHint, CmdPause, CmdSeatedSave, CmdStop,
    CmdQuit, CmdSeatedHelp,
)  # fmt: skip
"""The commands at every machine; the command set adds the keys of its board."""


def _give_hint(machine: MachineObject, game: BoardSession, player: Character) -> None:
    """Tell the player the next step, now or when it is found; the hint counts from then on.

    Raises:
        PlayerError: if there is no hint.
    """
    if not game.board.has_hints:
        raise PlayerError(_("There are no hints for this game."))
    if game.live:
        raise PlayerError(_("There are no hints in a timed game."))
    if game.is_over:
        raise PlayerError(_("This game is over."), outcome.what_next_text(game))
    if game.is_seeking:
        raise PlayerError(_("Please wait: the search is still running."))
    if not limits.spend(player, "questions"):
        raise PlayerError(_("Not so fast, please."))
    if _frame(game) in game.hints:
        _tell(machine, game, player)
        return
    game.is_seeking, state, seed = True, game.play.state, game.play.seed

    def found(way: Solution) -> None:
        game.is_seeking = False
        if machine.ndb.board_session is game and session.player_of(machine) == player:
            with translating_for(player):
                tell(way)

    def tell(way: Solution) -> None:
        if game.play.seed == seed:
            _learn(game, state, way)
        if _frame(game) in game.hints:
            _tell(machine, game, player)
        elif game.play.state != state:
            player.msg(_("You have moved since you asked. Ask for another hint."))
        else:
            player.msg(_no_way(game, way))

    def waits() -> None:
        if game.is_seeking:
            with translating_for(player):
                player.msg(_("The hint takes a while. It will be shown when it is ready."))

    call_later(_PATIENCE, waits)
    begin(
        run_in_thread("hint sought", FEWEST_FOR_THREAD, lambda: game.board.find_solution(state)),
        found,
    )


def _frame(game: BoardSession) -> tuple[str, ...]:
    return (str(game.play.seed), *game.board.frame(game.play.state))


def _learn(game: BoardSession, state: object, way: Solution) -> None:
    """Remember a solution, replacing the one before."""
    game.hints = {}
    for move in way.moves or ():
        game.hints[str(game.play.seed), *game.board.frame(state)] = move
        state = game.board.cycle(state, move)


def _tell(machine: MachineObject, game: BoardSession, player: Character) -> None:
    move: Move = game.hints[_frame(game)]
    game.play = advance(game.board, game.play, (HINT,))
    session.store_game(machine)
    text = _("Try {keys}. (A hint counts as a move.)")
    player.msg(text.format(keys=show.move_text(game.board, move)))


def _no_way(game: BoardSession, way: Solution) -> str:
    if not way.decided:
        text = _("No way to win was found from here. The hint was free.")
        return text + (
            " " + _("|wundo|n a few moves and ask again.") if game.board.can_undo else ""
        )
    text = _("The game can no longer be won from here. This hint was free.")
    return (
        text
        + " "
        + (
            _("|wundo|n takes back a move.")
            if game.board.can_undo
            else outcome.what_next_text(game)
        )
    )
