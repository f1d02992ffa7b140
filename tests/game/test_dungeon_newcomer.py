"""Dungeons of tiers 1 and 7 are won by a program that goes only where `notes` sends it."""

import os
import random
from pathlib import Path

import pytest
from newcomer import Newcomer, sayer

from xyzgrid_ext.game.dungeons import dungeon
from xyzgrid_ext.game.maps.dungeon_site import site_of

TRANSCRIPTS = os.environ.get("XYZGRID_TRANSCRIPTS")  # a folder to keep what was typed and read


class NoteReader(Newcomer):
    """Who has no list of ways but that of the notes."""

    def plays_dungeon(self, text):
        """Do what can be done in a room, and go on by what the notes say of it."""
        tried = set()
        while "This is the end of the dungeon" not in text:
            self.acts(self.say("look"))
            self.returns(self.say("notes"), tried)
            text = self._last


@pytest.mark.parametrize("tier", [1, 7])
def test_who_reads_rooms_and_notes_comes_to_the_end(
    spawn_maps, player, clock, found_at_once, settings, tier
):
    grid = spawn_maps(dungeon("deep", tier=tier, seed=2, generator=2))
    settings.XYZGRID_LIMITS = {"questions": 10_000}  # it types faster than anybody
    heard = []

    types = sayer(player, clock)

    def say(line):
        heard.append(f"> {line}\n{(read := types(line))}\n")
        return read

    start = site_of(grid.live.grids["deep"]).start
    player.character.move_to(grid.live.object(("deep", start)), move_type="teleport")
    newcomer = NoteReader(say, random.Random(1))
    newcomer.plays_dungeon("")
    assert "won in" in "".join(heard)
    assert " 1  Ann" in say("dungeon scores")
    if TRANSCRIPTS:
        Path(TRANSCRIPTS, f"tier{tier}.txt").write_text("\n".join(heard), "utf-8")
