"""The descriptions of rooms of grown dungeons: they follow the state, and do not repeat."""

from collections import Counter

from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE
from xyzgrid_ext.parts.dungeons.core import Parameters, generate
from xyzgrid_ext.parts.dungeons.core.masks import Catalogue
from xyzgrid_ext.parts.dungeons.game.descriptions import DungeonTexts

ROWS = Catalogue.of(CATALOGUE)
ENTRIES = {entry.name: entry for entry in ROWS.entries}


def described(seed):
    dungeon = generate(Parameters(seed, 7), ROWS)
    texts = DungeonTexts(dungeon, ENTRIES)
    return dungeon, [texts.of_room(number) for number in range(len(dungeon.rooms))]


def text_of(part):
    return part if isinstance(part, str) else part["text"]


def test_a_text_that_ends_is_followed_by_another_under_the_same_word():
    for seed in range(5):
        _dungeon, rooms = described(seed)
        for parts in rooms:
            ends = [part["unless"] for part in parts if "unless" in part]
            begins = [part["needs"] for part in parts if "needs" in part]
            assert ends == begins
            assert all("{" not in text_of(part) for part in parts)


def test_no_sentence_is_told_twice_in_a_room():
    for seed in range(10):
        _dungeon, rooms = described(seed)
        for parts in rooms:
            assert max(Counter(map(text_of, parts)).values()) == 1
