"""Dungeons are won by a program that reads: of tier 1 by what rooms show, of tier 7 by `notes`.

XYZGRID_SEEDS says how many dungeons of tier 1.
"""

import os
import random
from pathlib import Path
from statistics import median

from dungeon_reader import DungeonReader, minutes
from newcomer import Newcomer, sayer

from xyzgrid_ext.parts.dungeons.core.site import site_of
from xyzgrid_ext.parts.dungeons.game import dungeon
from xyzgrid_ext.parts.dungeons.game import stored as dungeons

SEEDS = range(1, 1 + int(os.environ.get("XYZGRID_SEEDS", "3")))
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


def stands_in(player, grid, name):
    """Let a player stand at the entrance of a dungeon, and know of none."""
    start = site_of(grid.live.grids[name]).start
    player.character.attributes.clear(category=dungeons.CATEGORY)
    player.character.move_to(grid.live.object((name, start)), move_type="teleport")


def keep(name, heard):
    """Write a transcript, if anybody wants it."""
    if TRANSCRIPTS:
        text = "\n".join(f"> {line}\n{read}\n" for line, read in heard)
        Path(TRANSCRIPTS, f"{name}.txt").write_text(text, "utf-8")


def test_the_first_dungeon_of_a_newcomer_takes_ten_to_fifteen_minutes(
    spawn_maps, player, clock, found_at_once, settings
):
    settings.XYZGRID_LIMITS = {"questions": 10_000}  # it types faster than anybody
    orders = {f"deep{seed}": dungeon(f"deep{seed}", seed=seed) for seed in SEEDS}
    grid = spawn_maps(*orders.values())
    taken = {}
    for name in orders:
        stands_in(player, grid, name)
        reader = DungeonReader(sayer(player, clock), random.Random(name))
        reader.plays_dungeon(reader.say("look"))
        taken[name] = minutes(reader.heard)
        keep(name, reader.heard)
    assert 10 <= median(taken.values()) <= 15, taken


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
    keep("notes", heard)
