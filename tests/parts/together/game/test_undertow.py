"""Who reads wins the Undertow: ten walkers who know only what was printed, without hints."""

import random
import re
from collections import deque
from pathlib import Path

import pytest
from spawned import spawned_once
from worlds import room_at

from world import deep, undertow

WORLD = Path(undertow.__file__).parent
MOST = 120  # moves


def _within(data):
    """The transitions between the two cubes."""
    return {at: to for at, to in data["transitions"].items() if to[2] != "town"}


shared_maps = spawned_once(
    *(
        {
            **data,
            "matrix": (WORLD / data["matrix"]).read_text("utf-8"),
            "transitions": _within(data),
        }
        for data in (undertow.XYMAP_DATA, deep.XYMAP_DATA)
    )
)


class Walker:
    """Keeps what was read: by the name of each room its exits, where they led, and its traps."""

    def __init__(self, say, chance):
        self.say, self.chance = say, chance
        self.exits, self.targets, self.moves = {}, {}, 0

    def read(self, text):
        """Note the exits and the traps of a room that was shown; return its name."""
        flat = " ".join(text.split())
        names = re.search(r"Exits: (.+?)(?= You |$)", flat)[1]
        name = re.search(r"^(?:The |Between|Behind|Under).*$", text, re.MULTILINE)[0].strip()
        exits = [part.partition(" to ")[0] for part in re.split(r", and |, |; | and ", names)]
        felt = re.search(r"You feel a trap: (.+?) leads in", flat)
        traps = re.split(r", | or ", felt[1]) if felt else []
        self.exits[name] = [way for way in exits if way and way not in traps]
        return name

    def untried(self, here):
        """The ways to the nearest exits that were never taken, by known ones; wormholes last."""
        ways, waiting = {here: []}, deque([here])
        while waiting:
            room = waiting.popleft()
            new = [way for way in self.exits[room] if (room, way) not in self.targets]
            new = [way for way in new if "wormhole" not in way and way != "out"] or new
            new = [way for way in new if way not in ("out", "shaft")]
            if new:
                return [*ways[room], self.chance.choice(new)]
            known = [way for way in self.exits[room] if (room, way) in self.targets]
            self.chance.shuffle(known)
            for way in known:
                target = self.targets[room, way]
                if target not in ways:
                    ways[target] = [*ways[room], way]
                    waiting.append(target)
        raise AssertionError(f"lost at {here}: {self.exits}")

    def play(self):
        """Walk until the game says that it is won; return the text."""
        here = self.read(self.say("look"))
        while self.moves <= 10 * MOST:
            for way in self.untried(here):
                text = self.say(way)
                self.moves += 1
                if "you have won" in text:
                    return text
                there = self.read(text)
                self.targets[here, way] = there
                here = there
        raise AssertionError(f"not won in {self.moves} moves")


@pytest.mark.parametrize("seed", range(10))
def test_who_reads_wins_the_undertow_without_a_hint(grid, player, seed):
    player.character.move_to(room_at(grid, 0, 2, "undertow:0"))
    walker = Walker(player.types, random.Random(seed))
    text = walker.play()
    assert f"you have won in {walker.moves} moves" in text
    assert walker.moves <= MOST
    assert "The Still Point" in text


def test_the_map_of_the_undertow_shows_where_one_has_walked(grid, player):
    player.character.move_to(room_at(grid, 0, 2, "undertow:0"))
    assert "right" in player.types("down")
    before = player.types("map").count("#")
    player.types("right")
    assert player.types("map").count("#") == before + 1
    assert "finding the way is the game" in player.types("goto the hatch of the undertow")
    assert "You feel a trap: down leads in" in player.types("left")
