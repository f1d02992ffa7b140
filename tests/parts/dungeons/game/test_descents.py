"""Descents: at the entrance of a dungeon, others of the day, of a depth, of a friend's seed."""

import re

import pytest
from dungeon_maps import run_now
from dungeon_play import play
from evennia import create_object
from vault_map import PORCH

from xyzgrid_ext.parts.dungeons.core.site import site_of
from xyzgrid_ext.parts.dungeons.game import copies, descents, dungeon, maps
from xyzgrid_ext.parts.dungeons.game import stored as dungeons

CELLARS = dungeon("cellars", seed=747, rooms=16, seals=2, outside=(0, 0, "porch"), descents=9)


@pytest.fixture
def grid(spawn_maps, monkeypatch):
    monkeypatch.setattr(copies, "run_in_slices", run_now)
    grid = spawn_maps(PORCH, CELLARS | {"dungeon": CELLARS["dungeon"] | {"copies": "party"}})
    porch, start = grid.live.object(("porch", 0)), site_of(grid.live.grids["cellars"]).start
    kind = "xyzgrid_ext.parts.dungeons.entrance.Entrance"
    create_object(
        kind, key="well", location=porch, destination=grid.live.object(("cellars", start))
    )
    return grid


def inside(grid):
    """What a map is made of: rooms, riddles, enemies, texts."""
    site = site_of(grid)
    rooms = {
        (tuple(grid.coord(n)), grid.protos[grid.room_proto[n]]["key"]) for n in range(grid.rooms)
    }
    riddles = {
        riddle.answers[0] for room in site.rooms for riddle in room.puzzles if riddle.answers
    }
    enemies = [foe.title for room in site.rooms for foe in room.enemies]
    texts = {
        str(part) for n in range(grid.rooms) for part in grid.protos[grid.room_proto[n]]["desc"]
    }
    return rooms, riddles, enemies, texts


def test_two_days_differ_in_rooms_riddles_enemies_and_texts(grid, make_player, monkeypatch):
    ann = make_player("Ann", location=grid.live.object(("porch", 0)))
    grids = []
    for day in ("2026-11-24", "2026-11-25"):
        monkeypatch.setattr(descents, "seed_of_today", lambda day=day: day)
        assert f"depth 1, seed {day}" in ann.types("descend")
        key = grid.live.where(ann.character.location)[0]
        grids.append(grid.live.grids[key])
        ann.character.move_to(grid.live.object(("porch", 0)))
    (rooms, riddles, enemies, texts), (others, asked, foes, read) = map(inside, grids)
    assert len(rooms & others) < len(rooms) / 4
    assert riddles
    assert asked
    assert not riddles & asked
    assert enemies != foes
    assert len(texts & read) < len(texts) / 4
    assert {*riddles, *asked} <= set(dungeons.riddles_met(ann.character))


def test_nobody_meets_a_riddle_twice_in_the_first_ten_descents(grid):
    pattern, met = grid.live.grids["cellars"], []
    for number in range(10):
        _rooms, riddles, _enemies, _texts = inside(
            maps.descent_grid(pattern, f"day {number}", 1 + number % 5, met)
        )
        assert not riddles & set(met)
        met += sorted(riddles)
    assert len(met) > 10


def test_a_friends_seed_has_the_same_rooms_and_a_party_shares_one(grid, make_player):
    people = [make_player(name, location=grid.live.object(("porch", 0))) for name in ("Ann", "Ben")]
    for person in people:
        person.types("descend 2 Swallow")
    ann, ben = (grid.live.grids[grid.live.where(p.character.location)[0]] for p in people)
    assert ann is not ben
    assert inside(ann)[0] == inside(ben)[0]
    for person in people:
        person.character.move_to(grid.live.object(("porch", 0)))
        person.types("party owls")
        person.types("descend 2 swallow")
    assert people[0].character.location == people[1].character.location
    assert "Ben is in " in people[0].types("notes")
    grid.reload()
    assert grid.live.where(people[0].character.location)[0] in grid.live.copies


def test_who_wins_todays_is_in_its_table_and_goes_one_deeper(grid, make_player):
    ann = make_player("Ann", location=grid.live.object(("porch", 0)))
    ann.types("descend 3")
    key = grid.live.where(ann.character.location)[0]
    goal = site_of(grid.live.grids[key]).goal
    boss = next(
        n
        for n, r in enumerate(site_of(grid.live.grids[key]).rooms)
        if any(f.is_boss for f in r.enemies)
    )
    ann.character.move_to(grid.live.object((key, boss)), move_type="teleport")
    play(ann, ["attack"])
    before = len(ann.sent)
    ann.character.move_to(grid.live.object((key, goal)), move_type="teleport")
    assert "That was depth 3" in ann.text_since(before)
    ann.types("out")
    assert re.search(r"1 +Ann +3 ", ann.types("dungeon scores"))
    assert "depth 4" in ann.types("descend")
    assert "A depth is a number from 1 to 9" in ann.types("descend 10")
