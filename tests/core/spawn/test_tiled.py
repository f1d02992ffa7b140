"""A mapping of exits in tiles is a dict of the same entries, whatever happens to it."""

import random

import pytest

from xyzgrid_ext.core.spawn import XYZ, ExitKey, exit_mapping
from xyzgrid_ext.core.spawn.tiled import TiledExits

MANY = 1_000_000


def key_of(chance):
    x, y = chance.randrange(-200, 200), chance.randrange(-200, 200)
    return ExitKey(XYZ(x, y, chance.choice(["town", "cube:1"])), chance.choice("nesw"))


def test_it_answers_as_a_dict_does():
    chance = random.Random(7)
    plain, tiled = {}, exit_mapping(MANY)
    assert isinstance(tiled, TiledExits)
    for number in range(4_000):
        key = chance.choice(list(plain)) if plain and chance.random() < 0.3 else key_of(chance)
        if chance.random() < 0.2:
            plain.pop(key, None)
            tiled.pop(key, None)
        elif chance.random() < 0.3:
            assert plain.setdefault(key, number) == tiled.setdefault(key, number)
        else:
            plain[key] = tiled[key] = number
        other = key_of(chance)
        for one in (key, other):
            assert (one in tiled, tiled.get(one), tiled.get(one, "none")) == (
                one in plain,
                plain.get(one),
                plain.get(one, "none"),
            )
    assert tiled == plain
    assert len(tiled) == len(plain) > 1_000
    assert {**tiled} == plain
    assert sorted(tiled) == sorted(plain)
    assert sorted(tiled.values()) == sorted(plain.values())
    assert sorted(tiled.items()) == sorted(plain.items())
    assert list(zip(tiled, tiled.values(), strict=True)) == list(tiled.items())
    while tiled:
        key, value = tiled.popitem()
        assert plain.pop(key) == value
    assert not plain


def test_the_exits_of_a_room_stay_together_and_in_order():
    tiled = exit_mapping(MANY)
    rooms = [XYZ(x, y, "town") for y in range(3) for x in range(70)]
    keys = [ExitKey(room, way) for room in rooms for way in "nesw"]
    for key in keys:
        tiled[key] = None
    assert list(tiled) == sorted(keys, key=lambda key: key.room.x >= 64)


def test_what_is_not_there_is_a_key_error():
    tiled, key = exit_mapping(MANY), ExitKey(XYZ(0, 0, "town"), "n")
    for take in (lambda: tiled[key], lambda: tiled.pop(key), tiled.popitem):
        with pytest.raises(KeyError):
            take()
    tiled[key] = 1
    tiled.clear()
    assert not tiled
    assert exit_mapping(10) == {}
