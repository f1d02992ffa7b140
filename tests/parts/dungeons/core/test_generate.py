"""Generated dungeons: what is promised of each of them, whatever its seed."""

import json
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import combinations

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.grid import check_grid
from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE
from xyzgrid_ext.parts.dungeons.core import Parameters, generate, to_grid
from xyzgrid_ext.parts.dungeons.core.masks import Catalogue, Component, Kind, RoomMask, Side
from xyzgrid_ext.parts.proof.core import BANDS, problem_from_grid, prove, read_problem

ROWS = Catalogue.of(CATALOGUE)
SOME = [(seed, 1 + seed % 10, 1 + seed % 3) for seed in range(90)]
FEW = SOME[:20]
PLANAR = {"north": Side.NORTH, "south": Side.SOUTH, "east": Side.EAST, "west": Side.WEST}


@cache
def made(seed, tier, floors):
    return generate(Parameters(seed, tier, floors), ROWS)


def text(dungeon):
    return json.dumps(dungeon.as_data(), sort_keys=True)


# each of many


def test_many_dungeons_are_proved_from_their_data_alone():
    """What a stranger reads is proved again, by the words of the file."""
    for case in SOME:
        data = json.loads(text(made(*case)))
        proof = prove(read_problem(data), data["solved"])
        assert proof.findings == (), case
        assert proof.certificate.as_data().items() <= data["certificate"].items(), case


def test_rooms_lie_in_their_grid_and_links_lead_there_and_back_through_one_door():
    for case in SOME:
        dungeon = made(*case)
        own = dungeon.parameters
        coords = [room.coord for room in dungeon.rooms]
        assert len(set(coords)) == len(coords)
        assert all(x < own.width and y < own.height and z < own.floors for x, y, z in coords)
        assert min(min(coord) for coord in coords) >= 0
        assert coords == sorted(coords, key=lambda c: (c.z, c.y, c.x))
        assert dungeon.rooms[dungeon.start].coord == Coord(own.width // 2, 0, 0)
        assert {coord.z for coord in coords} == set(range(own.floors)), case
        assert abs(len(coords) - own.rooms) <= 6, case
    for case in SOME:
        dungeon = made(*case)
        doors = {}
        for link in dungeon.links:
            if link.direction is not None:
                source, target = dungeon.rooms[link.source], dungeon.rooms[link.target]
                assert link.direction.step_from(source.coord) == target.coord
            doors.setdefault(link.door, []).append(link)
        for sides in doors.values():
            assert len(sides) in (1, 2)
            if len(sides) == 2:
                there, back = sides
                assert (there.source, there.target) == (back.target, back.source)
                assert there.needs == back.needs
        exits = [(link.source, link.exit) for link in dungeon.links]
        assert len(set(exits)) == len(exits)


# what rooms are made of


def claims(dungeon, number):
    """What each component of a room takes, in order; doors without the bit of the room."""
    barred = [
        PLANAR[link.exit]
        for link in dungeon.links_of(number)
        if link.needs and link.needs[0].startswith("item:") and link.exit in PLANAR
    ]
    room = dungeon.rooms[number]
    for component in map(Component.parse, room.components):
        if component.kind is Kind.OBSTACLE:
            asked = [side for side in barred if side in component.sides]
            yield component, component.claim(asked)
        else:
            yield component, component.mask


def test_components_doors_chests_and_enemies_have_places_of_their_own():
    """The rule of compatibility, checked again from the names alone; doors have their own bit."""
    for case in FEW:
        dungeon = made(*case)
        for number, room in enumerate(dungeon.rooms):
            taken = list(claims(dungeon, number))
            for (one, a), (other, b) in combinations(taken, 2):
                if Kind.DOOR not in (one.kind, other.kind):
                    assert a.fits(b), (case, number, one.name, other.name)
                assert (a & b & RoomMask(0o777)) == RoomMask(0), (
                    case,
                    number,
                    one.name,
                    other.name,
                )
            whole = RoomMask(0)
            for _, claim in taken:
                whole |= claim
            assert not whole - room.mask
    for case in FEW:
        dungeon = made(*case)
        for number, room in enumerate(dungeon.rooms):
            components = [Component.parse(name) for name in room.components]
            doors = {c.sides[0]: c.what for c in components if c.kind is Kind.DOOR}
            obstacles = [c for c in components if c.kind is Kind.OBSTACLE]
            for link in dungeon.links_of(number):
                if (side := PLANAR.get(link.exit)) is None:
                    continue
                if side in doors:
                    assert (doors[side] == "smallkey") == link.consumes
                else:
                    (obstacle,) = obstacles
                    assert link.needs == (f"item:{obstacle.what}",)
                    assert side in obstacle.sides
    found = Counter()
    for case in SOME:
        dungeon = made(*case)
        for number, room in enumerate(dungeon.rooms):
            kinds = Counter(Component.parse(name).kind for name in room.components)
            words = [give.what for give in room.gives]
            chests = room.holds in ("item", "find", "bigkey", "smallkey", "map", "compass")
            assert kinds[Kind.TREASURE] == chests
            assert kinds[Kind.PUZZLE] == sum(word.startswith("puzzle:") for word in words)
            assert kinds[Kind.ENEMY] >= sum(word.startswith("kill:") for word in words)
            if kinds[Kind.PUZZLE]:
                assert dungeon.puzzles[
                    str(number)
                ].answers  # no board was solved for this catalogue
            found.update(word.partition(":")[0] for word in words)
    assert set(found) == {"smallkey", "bigkey", "map", "compass", "item", "puzzle", "kill"}
    needed = Counter(
        word.partition(":")[0] for case in SOME for link in made(*case).links for word in link.needs
    )
    assert set(needed) == {"smallkey", "bigkey", "item", "puzzle", "kill"}


def test_a_wormhole_begins_where_somebody_has_come_through_a_gate_and_ends_before_all():
    """So it is a shortcut for those who have been at its far side, and passes no lock."""
    found = 0
    for case in SOME:
        dungeon = made(*case)
        free, stack = {dungeon.start}, [dungeon.start]
        while stack:
            for link in dungeon.links_of(stack.pop()):
                if not link.needs and link.target not in free:
                    free.add(link.target)
                    stack.append(link.target)
        for link in dungeon.links:
            if link.direction is None:
                assert link.needs == ()
                assert link.source not in free
                assert link.target in free
                found += 1
    assert found > len(SOME) // 3


def test_board_opens_a_door_with_its_verdict_and_the_grid_proves_the_same():
    def boards(solved):
        made = (generate(Parameters(seed, 5), ROWS, solved) for seed in range(40))
        return {p.board for dungeon in made for p in dungeon.puzzles.values() if p.board}

    assert boards({"boxes:1": False}) == set()
    assert boards({"boxes:1": True, "boxes:2": False}) == {"boxes:1"}
    for case in FEW:
        dungeon = made(*case)
        grid = to_grid(dungeon, "crypt")
        assert check_grid(grid) == []
        assert grid.levels == (None if case[2] == 1 else case[2])
        assert len(grid.needs) == sum(bool(link.needs) for link in dungeon.links)
        proof = prove(problem_from_grid(grid), dungeon.solvable)
        assert proof.certificate.walkthrough == dungeon.certificate.walkthrough
        for room in range(grid.rooms):
            ways = [grid.way_of(link).key for link in grid.links_of(room)]
            assert ways == [link.exit for link in dungeon.links_of(room)]


# determinism


def test_the_order_of_sets_does_not_reach_a_dungeon():
    """Hashes of texts differ from process to process, unless they are told not to."""
    code = (
        "import hashlib, json\n"
        "from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE\n"
        "from xyzgrid_ext.parts.dungeons.core import Parameters, generate\n"
        "from xyzgrid_ext.parts.dungeons.core.masks import Catalogue\n"
        "rows = Catalogue.of(CATALOGUE)\n"
        "made = [generate(Parameters(s, s, 1 + s % 3), rows).as_data() for s in range(1, 6)]\n"
        "print(hashlib.sha256(json.dumps(made).encode()).hexdigest())"
    )
    said = set()
    for seed in ("0", "1", "2"):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, env=environment
        )
        assert done.stderr == ""
        said.add(done.stdout)
    assert len(said) == 1


# a map like any other


# figures


def test_dungeons_of_34_rooms_are_in_every_band_of_human_made_ones():
    """A sample of what `tools.gallery --tier 7 --rooms 34 --count 1000 --table` measures."""
    rows = [
        generate(Parameters(seed, 5 + seed % 5, 1 + seed % 2, 34), ROWS).certificate.metrics
        for seed in range(100)
    ]
    for place, band in enumerate(BANDS.values()):
        mean = sum(row[place] for row in rows) / len(rows)
        assert band.low <= mean <= band.high, band.title
