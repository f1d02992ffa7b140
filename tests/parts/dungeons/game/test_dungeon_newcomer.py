"""A dungeon of tier 7 is won by a program that reads its `notes`."""

import random

from newcomer import Newcomer, sayer

from xyzgrid_ext.parts.dungeons.core.site import site_of
from xyzgrid_ext.parts.dungeons.game import dungeon
from xyzgrid_ext.parts.dungeons.game import stored as dungeons


class NoteReader(Newcomer):
    """Who has no list of ways but that of the notes."""

    def plays_dungeon(self, text):
        """Do what can be done in a room, and go on by what the notes say of it."""
        tried = set()
        while "This is the end of the dungeon" not in text:
            self.acts(self.say("look"))
            self.returns(self.say("notes"), tried)
            text = self._last


def stands_in(player, grid, name):
    """Let a player stand at the entrance of a dungeon, and know of none."""
    start = site_of(grid.live.grids[name]).start
    player.character.attributes.clear(category=dungeons.CATEGORY)
    player.character.move_to(grid.live.object((name, start)), move_type="teleport")


def test_who_reads_the_notes_comes_to_the_end(spawn_maps, player, clock, found_at_once, settings):
    settings.XYZGRID_LIMITS = {"questions": 10_000}
    grid = spawn_maps(dungeon("deep", tier=7, seed=2))
    stands_in(player, grid, "deep")
    heard = []
    types = sayer(player, clock)

    def say(line):
        heard.append((line, types(line)))
        return heard[-1][1]

    NoteReader(say, random.Random(1)).plays_dungeon("")
    assert any("won in" in read for _line, read in heard)
    assert " 1  Ann" in say("dungeon scores")
