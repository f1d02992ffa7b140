"""Commands for players and builders."""

from evennia import CmdSet
from twisted.internet import reactor

from xyzgrid_ext.game.boards import playing, ticker
from xyzgrid_ext.game.cli.worker import worker
from xyzgrid_ext.game.commands import (
    building,
    dungeons,
    flying,
    follow,
    goto,
    machines,
    maps,
    matrix,
    puzzles,
    study,
    xyzgrid,
)
from xyzgrid_ext.game.dungeons.caretaker import caretaker
from xyzgrid_ext.game.protocols import subscribing
from xyzgrid_ext.game.travel import following, walking
from xyzgrid_ext.game.typeclasses import newcomers
from xyzgrid_ext.game.visibility import explored
from xyzgrid_ext.game.world import exit_changes
from xyzgrid_ext.game.world.current import current, get_grid

# every game that has the commands hooks this package in, so nothing else has to be set up
newcomers.connect()
walking.connect()
following.connect()
explored.connect()
exit_changes.connect()
playing.connect()
subscribing.connect()
reactor.callWhenRunning(ticker.resume_all)  # boards with a clock go on
# the grid starts it with the server; this is for a game that has none yet
reactor.callWhenRunning(reactor.callLater, 5.0, worker.start, get_grid)
reactor.callWhenRunning(reactor.callLater, 5.0, caretaker.start, current)


class XYZGridCmdSet(CmdSet):
    """Add this to the command set of characters."""

    key = "xyzgrid_cmdset"

    def at_cmdset_creation(self) -> None:
        """Add everything that the grid has for players and builders."""
        for command in (
            goto.CmdGoto,
            follow.CmdFollow,
            maps.CmdMap,
            study.CmdStudy,
            matrix.CmdMoves,
            matrix.CmdHint,
            matrix.CmdSave,
            matrix.CmdRestart,
            matrix.CmdGiveUp,
            *matrix.no_ways(),
            building.CmdTeleport,
            building.CmdOpen,
            dungeons.CmdAttack,
            dungeons.CmdAnswer,
            dungeons.CmdParty,
            dungeons.CmdDungeon,
            machines.CmdPlay,
            machines.CmdWatch,
            machines.CmdScores,
            puzzles.CmdPuzzles,
            xyzgrid.CmdXYZGrid,
        ):
            self.add(command)


class XYZGridFlyDiveCmdSet(CmdSet):
    """Add this as well where people may fly and dive from sheet to sheet."""

    key = "xyzgrid_flydive_cmdset"

    def at_cmdset_creation(self) -> None:
        """Add `fly` and `dive`."""
        self.add(flying.CmdFlyAndDive)
