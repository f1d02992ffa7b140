"""The command sets that games add to theirs; importing them also imports `startup`."""

from __future__ import annotations

from evennia import CmdSet

from xyzgrid_ext.game.base.command_sets import character_commands
from xyzgrid_ext.game.commands import (
    building,
    goto,
    guests,
    looking,
    maps,
    moving,
    playing,
    xyzgrid,
)
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.startup import start


class XYZGridCmdSet(CmdSet):
    """The commands that the grid has for players and builders: add this to CharacterCmdSet."""

    key = "xyzgrid_cmdset"

    def at_cmdset_creation(self) -> None:
        """Add everything that the grid has for players and builders."""
        start()
        for command in (
            goto.CmdGoto,
            moving.CmdFollow,
            moving.CmdParty,
            maps.CmdMap,
            looking.CmdStudy,
            building.CmdTeleport,
            building.CmdOpen,
            building.CmdFind,
            building.CmdPuzzles,
            playing.CmdScores,
            playing.CmdHint,
            playing.CmdGiveUp,
            xyzgrid.CmdXYZGrid,
            *moving.no_way_commands(),
            *(command for part in game_parts() for command in part.commands),
        ):
            if not getattr(command, "gives_way", False) or character_commands.lacks(command.key):
                self.add(command)
        if (look := character_commands.get("look")) is not None:
            self.add(looking.with_details(look))


class XYZGridWordsCmdSet(CmdSet):
    """More commands, known from other games, such as `exits` and `take`: add this if you like.

    It is a set of its own, because each of them hides a game's own command of that name.
    """

    key = "xyzgrid_words_cmdset"

    def at_cmdset_creation(self) -> None:
        """Add `look` with details of texts, `exits`, `go`, `take`, `journal` and the like."""
        start()
        for command in (
            looking.CmdLook,
            looking.CmdExamine,
            looking.CmdRead,
            looking.CmdGet,
            looking.CmdTake,
            looking.CmdInventory,
            looking.CmdExits,
            looking.CmdWhere,
            guests.CmdCreate,
            guests.CmdQuitGame,
            *(command for part in game_parts() for command in part.words_commands),
        ):
            self.add(command)


class XYZGridFlyDiveCmdSet(CmdSet):
    """The commands `fly` and `dive`: add this too, if players may move so between levels."""

    key = "xyzgrid_flydive_cmdset"

    def at_cmdset_creation(self) -> None:
        """Add `fly` and `dive`."""
        start()
        self.add(moving.CmdFlyAndDive)
