"""What the grid's first command set, which `init` gives to characters, leaves of a game's own."""

import pytest
from evennia import CmdSet, default_cmds
from spawned import spawned_once
from worlds import room

from xyzgrid_ext.commands import XYZGridCmdSet
from xyzgrid_ext.game.base import command_sets, settings
from xyzgrid_ext.game.base.command_sets import CharacterCommands

shared_maps = spawned_once(
    {
        "zcoord": "shore",
        "map": "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n",
        "prototypes": {
            (0, 0): room(
                "The Fish Cross",
                desc="Driftwood lies around a stone cross.",
                details={"driftwood, wood": "It is from a ship.", "cross": "A fish is carved in."},
            ),
            (1, 0): room("The Pier"),
        },
    }
)


class CmdOwnLook(default_cmds.CmdLook):
    """
    look around

    The game's own.
    """

    aliases = ("l", "gaze")

    def func(self):
        self.msg(f"You gaze at {self.args.strip() or 'all'}.")


class CharacterSet(default_cmds.CharacterCmdSet):
    """A game's commands: its own `look` before the grid's set, as `init` adds it."""

    def at_cmdset_creation(self):
        super().at_cmdset_creation()
        self.add(CmdOwnLook)
        self.add(XYZGridCmdSet)


class StockSet(default_cmds.CharacterCmdSet):
    """The commands of a game that has just been made."""

    def at_cmdset_creation(self):
        super().at_cmdset_creation()
        self.add(XYZGridCmdSet)


class NestedSet(CmdSet):
    """A game that puts the grid's set into one of its own."""

    def at_cmdset_creation(self):
        self.add(default_cmds.CharacterCmdSet)
        self.add(StockSet)


@pytest.fixture
def with_commands(player, grid, monkeypatch):
    """Return a function that gives the player a game's commands, and no other."""

    def give(commands):
        sets = (default_cmds.AccountCmdSet, commands)
        monkeypatch.setattr(settings, "command_sets_of_players", lambda: sets)
        own = CharacterCommands()
        monkeypatch.setattr(command_sets, "character_commands", own)
        monkeypatch.setattr("xyzgrid_ext.commands.character_commands", own)
        player.character.cmdset.remove_default()
        player.character.cmdset.add_default(commands)
        player.character.move_to(grid.live.object(("shore", 0)), move_type="teleport")
        return player

    return give


@pytest.mark.parametrize("commands", [StockSet, CharacterSet, NestedSet])
def test_details_are_looked_at_with_the_commands_of_a_new_game(with_commands, commands):
    player = with_commands(commands)
    assert player.types("look driftwood") == "It is from a ship."
    assert player.types("look at the wood") == "It is from a ship."
    assert player.types("l cross") == "A fish is carved in."


def test_look_of_the_game_stays_for_all_else(with_commands):
    player = with_commands(CharacterSet)
    assert player.types("look gull") == "You gaze at gull."
    assert player.types("gaze") == "You gaze at all."
    assert "The game's own." in player.types("help look")
