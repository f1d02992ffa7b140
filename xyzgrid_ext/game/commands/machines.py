"""`play`, `watch` and `scores`: machines with boards that stand in a room."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from evennia.utils import evtable
from evennia.utils.utils import string_partial_matching

from xyzgrid_ext.core.board import Board
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game import conf
from xyzgrid_ext.game.machines import scores, show, sitting
from xyzgrid_ext.game.machines.machine import Machine

CATEGORY = "Playing"
SEATED = "xyzgrid_ext.game.commands.seated.SeatedCmdSet"


class MachineCommand(conf.command_class()):  # type: ignore[misc]
    """What these commands share."""

    help_category = CATEGORY
    locks = "cmd:all()"
    arg_regex = r"\s|$"

    def func(self) -> None:
        """Do it, or say why not."""
        try:
            self.do()
        except GridError as err:
            self.caller.msg(str(err))

    def do(self) -> None:
        """What the command does; GridError if it cannot."""
        raise NotImplementedError

    def machine(self, name: str) -> Any:
        """The machine of that name in the room; the only one, if no name is given."""
        caller: Any = self.caller
        here = caller.location.contents if caller.location is not None else []
        machines = [thing for thing in here if isinstance(thing, Machine)]
        if not machines:
            raise GridError(_("There is nothing to play here."))
        if not name and len(machines) == 1:
            return machines[0]
        shown = ", ".join(f"|w{one.get_display_name(caller)}|n" for one in machines)
        if not name:
            raise GridError(_("Which one? Here are {machines}.").format(machines=shown))
        found = caller.search(name, candidates=machines, quiet=True)
        if not found:  # Evennia 5.0.1 finds no parts of names in PostgreSQL (its issue 3857)
            keys = [one.key for one in machines]
            found = [machines[index] for index in string_partial_matching(keys, name)]
        if len(found) != 1:
            text = _("There is no '{name}' to play here, but {machines}.")
            raise GridError(text.format(name=name, machines=shown))
        return found[0]


class CmdPlay(MachineCommand):
    """
    play a machine that stands here

    Usage:
      play <machine>            go on, or begin
      play <machine> = <level>  begin a level by its number
      play <machine> = live     against the clock, where it has one

    While you play, the letters of the game are what you type, one or many at
    once: lll goes left three times. ENTER alone lets time pass. Other words
    work as ever.

      undo     take the last key back
      restart  begin again
      next     the next level; `level 3` any other
      look     show the board again
      shoot left, shoot drop ...   the targets of Firing Line
      replay   the game as a text that plays it again
      stop     leave the machine; quit does the same
    """

    key = "play"

    def do(self) -> None:
        """Sit down."""
        name, _sign, rest = (part.strip() for part in self.args.partition("="))
        live, level = rest.lower() == "live", None
        if rest and not live:
            if not rest.isdigit():
                raise GridError(_("Usage: play <machine> [= <level> or live]"))
            level = int(rest)
        machine = self.machine(name)
        sitting.look_away(machine, self.caller)
        game = sitting.sit_down(machine, self.caller, level, live)
        self.caller.cmdset.remove(SEATED)
        self.caller.cmdset.add(SEATED, persistent=True)
        told = _("Keys: {keys}. |wstop|n leaves, |whelp play|n tells more.")
        self.caller.msg(told.format(keys=show.keys(game.board)))
        text = _("{player} sits down at {machine}.")
        self.caller.location.msg_contents(
            text, exclude=self.caller, from_obj=self.caller,
            mapping={"player": self.caller, "machine": machine},
        )  # fmt: skip


class CmdWatch(MachineCommand):
    """
    watch somebody play

    Usage:
      watch [<machine>]   see every move; once more ends it
    """

    key = "watch"

    def do(self) -> None:
        """Watch, or look away."""
        machine = self.machine(self.args.strip())
        if sitting.look_away(machine, self.caller):
            self.caller.msg(_("You look away."))
        elif sitting.machine_of(self.caller) == machine:
            self.caller.msg(_("You play it yourself."))
        else:
            sitting.watch(machine, self.caller)


class CmdScores(MachineCommand):
    """
    show the best games of a machine

    Usage:
      scores [<machine>] [= <level>]
      scores/verify [<machine>] [= <level>]    staff: play all replays again
    """

    key = "scores"
    switch_options = ("verify",)

    def do(self) -> None:
        """Show the table."""
        name, _sign, level = (part.strip() for part in self.args.partition("="))
        own = sitting.machine_of(self.caller)
        machine = own if own is not None and not name else self.machine(name)
        game = sitting.of(machine)
        board = game.board if game is not None else machine.board()
        seed = int(level) if level.isdigit() else (game.play.seed if game is not None else 1)
        verifies = "verify" in self.switches and self.caller.locks.check_lockstring(
            self.caller, "perm(Helper)"
        )
        self.caller.msg(_table(board, seed, verifies))


def _table(board: Board[Any], seed: int, verifies: bool) -> str:
    rows = scores.table(board, seed)
    title = board.title
    if board.levels:
        title += " - " + _("level {number}").format(number=seed)
    if not rows:
        return f"|w{title}|n\n" + str(_("Nobody stands in the table yet."))
    heads = ["", _("who"), _("moves") if board.low_scores else _("score"), _("when")]
    table = evtable.EvTable(*heads, *([_("replay")] if verifies else []), border="header")
    for place, row in enumerate(rows, 1):
        cells = [place, row.name, row.score, row.date]
        if verifies:
            cells.append(_("holds") if scores.verify(board, row) else _("does NOT hold"))
        table.add_row(*cells)
    return f"|w{title}|n\n{table}"
