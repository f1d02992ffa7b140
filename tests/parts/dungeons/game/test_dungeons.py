"""A dungeon that all share, played by commands to its end; and what is not a dungeon."""

import os
import re
import sys
from collections import Counter
from pathlib import Path

import pytest
from dungeon_play import VAULT, enter, lines_of, play, typed_until_done, walkthrough

from xyzgrid_ext.game.maps.loader import load_data
from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE
from xyzgrid_ext.parts.dungeons.core import Parameters, generate
from xyzgrid_ext.parts.dungeons.core.masks import Catalogue
from xyzgrid_ext.parts.dungeons.core.site import Enemy, RoomPuzzle, site_of
from xyzgrid_ext.parts.dungeons.game import actions, combat, dungeon
from xyzgrid_ext.parts.dungeons.game.caretaker import Caretaker
from xyzgrid_ext.parts.dungeons.game.commands import CmdAnswer, CmdAttack, CmdNotes
from xyzgrid_ext.parts.dungeons.game.descriptions import DungeonTexts

GOLDEN = Path(__file__).parents[3] / "golden" / "transcripts"


def seed_with(kind):
    """The first dungeon in which a chest or door asks for this: `answers` or `board`."""
    for seed in range(1, 60):
        loaded = load_data("x", dungeon("cellars", seed=seed, tier=2))
        rooms = site_of(loaded.grid).rooms
        if any(getattr(riddle, kind) for room in rooms for riddle in room.puzzles):
            return seed
    raise AssertionError(f"no dungeon with {kind}")


@pytest.mark.parametrize(("seed", "tier", "floors"), [(1, 1, 2), (3, 3, 2), (5, 10, 3)])
def test_the_walkthrough_of_the_prover_leads_to_the_end(spawn_maps, player, seed, tier, floors):
    grid = spawn_maps(dungeon("cellars", seed=seed, tier=tier, floors=floors))
    enter(grid, player)
    *lines, last = lines_of(grid, walkthrough(grid))
    said = play(player, lines)
    assert "you have made it" not in said
    assert "you have made it" in player.types(last)


@pytest.mark.parametrize(("tier", "rooms"), [(1, 16), (7, 34)])
def test_a_grown_dungeon_is_played_to_its_end_and_written_down(spawn_maps, player, tier, rooms):
    """What is typed is compared with the transcript of the last time, the answers are not."""
    order = {"seed": "transcript", "tier": tier, "rooms": rooms}
    grid = spawn_maps(dungeon("cellars", **order))
    pages = [enter(grid, player)]
    for line in lines_of(grid, walkthrough(grid)):
        pages += [f"> {line}\n{said}" for said in typed_until_done(player, line)]
    assert "you have made it" in pages[-1]
    text = "\n\n".join(pages) + "\n"
    if os.environ.get("XYZGRID_GOLDEN"):
        GOLDEN.joinpath(f"tier_{tier}").write_text(text, encoding="utf-8")
    before = GOLDEN.joinpath(f"tier_{tier}").read_text("utf-8")
    assert _typed(before) == _typed(text)
    assert "+----" in text
    assert not any("+----" in page and "~~~~" in page for page in pages)  # one of them is enough
    assert "what the letters mean" not in text  # beside a legend


def _typed(transcript):
    """The lines that were typed; how many blows an enemy takes is chance."""
    lines = [line for line in transcript.splitlines() if line.startswith("> ")]
    return [line for line, before in zip(lines, ["", *lines], strict=False) if line != before]


@pytest.mark.parametrize("kind", ["answers", "board"])
def test_puzzles_are_solved_by_answers_and_on_boards(spawn_maps, player, kind):
    grid = spawn_maps(dungeon("cellars", seed=seed_with(kind), tier=2))
    enter(grid, player)
    lines = []
    for line in lines_of(grid, walkthrough(grid)):
        lines += ["hint", line] if line.startswith("answer") else [line]
    said = play(player, lines)
    assert " is solved." in said
    assert ("letters, and the first is" in said) == ("hint" in lines)
    assert "you have made it" in said


FORMATS = ("{what:>200000000}", "{", "$You() $conj(fight) %s")


@pytest.fixture
def ben(spawn_maps, player, make_player):
    """Return somebody who stands beside the player in the vault."""
    enter(spawn_maps(VAULT), player, "vault")
    return make_player("Ben", location=player.character.location)


@pytest.mark.parametrize("typed", FORMATS)
def test_an_answer_is_heard_as_it_was_typed_and_never_a_format(player, ben, typed):
    hall, before = player.character.location, len(ben.sent)
    riddle = RoomPuzzle("puzzle:a", "{foe} $You()", answers=("echo",))
    assert not actions.answer_riddle(hall, player.character, riddle, typed)
    assert ben.text_since(before) == f'Ann answers: "{typed}"'
    assert actions.answer_riddle(hall, player.character, riddle, "Echo")
    assert "The {foe} $You() is solved." in ben.text_since(before)


@pytest.mark.parametrize("name", FORMATS)
def test_names_of_people_foes_and_exits_are_heard_as_they_are(player, ben, name):
    hall, before = player.character.location, len(ben.sent)
    player.character.key = name
    combat.fight_round(player.character, hall, Enemy("kill:rat", name), "attack")
    actions.record_beaten(hall, Enemy("kill:rat", name), player.character)
    heard = ben.text_since(before).splitlines()
    blows = [line for line in heard if line.startswith(f"{name} ")]
    assert blows[:2] == [f"{name} strikes at the {name}.", f"{name} beats the {name}."]


@pytest.mark.beside("verbs")
def test_outside_of_dungeons_nobody_opens_attacks_or_answers(player):
    assert "nobody here to fight. In the Cistern, down the old well," in player.types("attack rat")
    assert "no riddle here" in player.types("answer echo")
    for command in (CmdAttack(), CmdAnswer(), CmdNotes()):
        assert command.access(player.character, "read", default=True)  # its help, anywhere
        assert not command.access(player.character, "cmd")
    assert player.types("open chest") == "There is no 'chest' here."


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"tier": 0}, r"tier: must be a whole number from 1 to 99, not 0"),
        ({"corridors": 3}, r"corridors"),
        ({"copies": "two"}, r"copies: must be 'shared' or .*, not 'two'"),
        ({"reset": "daily"}, r"reset: must be 'never' or .*, not 'daily'"),
        ({"catalogue": "world.nowhere"}, r"world\.nowhere"),
        ({"catalogue": []}, r"add an obstacle to the catalogue"),
    ],
)
def test_what_is_no_dungeon_is_refused(limbo, more, message):
    loaded = load_data("x", dungeon("cellars", **more))
    assert loaded.grid is None
    assert re.search(message, "\n".join(map(str, loaded.findings)))


DRAWN = {"zcoord": "bad", "map": "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n\n"}


def test_dungeon_without_its_goal_is_refused_and_no_sentence_told_twice():
    dungeon = {"dungeon": {"start": (0, 0), "goal": (7, 7)}}
    loaded = load_data("world.m", {**DRAWN, "options": dungeon})
    assert loaded.grid is None
    assert any("bad has no goal at (7,7,0)" in one.message for one in loaded.findings)
    for seed in range(5):
        _dungeon, rooms = described(seed)
        for parts in rooms:
            ends = [part["unless"] for part in parts if "unless" in part]
            begins = [part["needs"] for part in parts if "needs" in part]
            assert ends == begins
            assert all("{" not in text_of(part) for part in parts)
    for seed in range(10):
        _dungeon, rooms = described(seed)
        for parts in rooms:
            assert max(Counter(map(text_of, parts)).values()) == 1


def test_the_caretaker_goes_on_beside_a_map_that_does_not_load(spawn_maps, monkeypatch):
    town = {**DRAWN, "zcoord": "town"}
    grid = spawn_maps(DRAWN, town)
    module = next(one for name, one in sys.modules.items() if name.startswith("testmaps_"))
    monkeypatch.setattr(module, "XYMAP_DATA_LIST", [{**DRAWN, "map": "no drawing"}, town])
    grid.reload()
    caretaker = Caretaker()
    caretaker._world = lambda: grid.live
    caretaker.sweep()
    caretaker.look()


ROWS = Catalogue.of(CATALOGUE)
ENTRIES = {entry.name: entry for entry in ROWS.entries}


def described(seed):
    dungeon = generate(Parameters(seed, 7), ROWS)
    texts = DungeonTexts(dungeon, ENTRIES)
    return dungeon, [texts.of_room(number) for number in range(len(dungeon.rooms))]


def text_of(part):
    return part if isinstance(part, str) else part["text"]
