"""The smallest catalogue that the check finds nothing wrong with, as rows."""

import pytest

SIDES = {"n": 0o200000, "s": 0o002000, "e": 0o010000, "w": 0o040000}
PLAIN = ("open", "closed", "smallkey", "weakwall", "veryweakwall", "exit")
WHOLE = ("bigkey", "entrance")


def make_row(name, **rest):
    return {"name": name, "title": name, "text": [f"Here is {name}."], **rest}


@pytest.fixture(scope="session")
def row():
    """Return a function that makes a row of a name, with a title and a text."""
    return make_row


@pytest.fixture
def small():
    """Return rows with just what the generator asks for."""
    names = [f"filler_{1 << place:06o}" for place in range(9)]
    for side, bit in SIDES.items():
        names += [f"door_{kind}_{side}_{bit:06o}" for kind in PLAIN]
        names += [f"door_{kind}_{side}_{bit | 0o777:06o}" for kind in WHOLE]
    names += ["obstacle_rope_nsew_000000"]
    names += ["treasure_open_000400", "treasure_open_000100", "treasure_bigkey_000001"]
    names += ["enemy_rat_000002", "enemy_boss_000777", "floor_sand", "floor_slate"]
    return [*map(make_row, names), make_row("puzzle_000070", answer=["echo"])]
