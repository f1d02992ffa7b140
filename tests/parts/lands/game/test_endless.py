"""An endless land: walked over the border of what is drawn, made anywhere, kept, forgotten."""

import re

import pytest
from evennia.contrib.grid.xyzgrid import xymap_legend
from spawned import spawned_once

from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.cli.report import on_demand_lines
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.parts.lands.core.tiles import SIZE, tile_at
from xyzgrid_ext.parts.lands.game import drawing as squares
from xyzgrid_ext.parts.lands.game.drawing import drawing
from xyzgrid_ext.parts.lands.game.eviction import Idle, evict_steps
from xyzgrid_ext.xyzroom import XYZRoom


class ToWilds(xymap_legend.MapTransitionNode):
    target_map_xyz = (302, 530, "wilds")


WILDS = {
    "zcoord": "wilds",
    "land": {
        "seed": 5,
        "places": {
            "Ashwick": {"at": (302, 530), "exits": {"gate": (0, 0, "yard")}},
            "Otterbank": (312, 541),
        },
    },
    "options": {"title": "the Wilds"},
}
YARD = {"zcoord": "yard", "map": "\n+ 0 1\n\n0 #-T\n\n+ 0 1\n", "legend": {"T": ToWilds}}
FAR = (123456, -7877, "wilds")

shared_maps = spawned_once(WILDS, YARD)


@pytest.fixture
def ann(grid, make_player):
    player = make_player("Ann", permissions=["Admin"])
    player.character.move_to(at(302, 530), move_type="teleport")
    return player


def at(x, y):
    return XYZRoom.objects.get_xyz((x, y, "wilds"))


def drawn(grid):
    return grid.live.grids["wilds"].tiles.tiles


def test_only_the_squares_of_places_are_drawn_at_first(grid):
    assert drawn(grid) == {tile_at(302, 530), tile_at(312, 541)}
    made = [room.key for room in XYZRoom.objects.filter_xyz(("*", "*", "wilds"))]
    assert made == ["Ashwick"]  # another map leads there


def test_walk_coordinates_and_names_lead_beyond_what_is_drawn(grid, ann):
    begun = drawn(grid)
    edge = (tile_at(302, 530)[0] + 1) * SIZE - 1
    ann.character.move_to(at(edge, 530), move_type="teleport")
    for step in range(1, 4):
        ann.types("east")
        assert ann.character.location.xyz == (edge + step, 530, "wilds")
    assert ann.types("map").split("\n")[0] == "the Wilds"
    assert begun < drawn(grid)
    ann.types("tel (123456,-7877,wilds)")
    assert ann.character.location.xyz == FAR
    assert len(ann.character.location.exits) > 1
    number = grid.live.number(ann.character.location.here)
    assert number >= 1 << 30
    assert grid.live.room_by_number(number) == ann.character.location.here
    assert "is too far away" in ann.types("path (9000,9000)")
    ann.types("tel otterbank")
    assert ann.at == "Otterbank"


def test_a_room_stays_when_its_square_is_forgotten_and_the_game_starts_again(grid, ann):
    far = XYZRoom.objects.get_xyz(FAR)
    ids = {far.id, *(one.id for one in far.exits)}
    ann.character.move_to(at(302, 530), move_type="teleport")
    drawing.recall(grid)  # as a game does that starts again: nobody was anywhere
    grid.running = None
    assert tile_at(*FAR[:2]) not in drawn(grid)
    assert grid.live.where(far) is None
    todo = drain(spawning.plan_steps(grid.live, ["wilds"]))
    assert not todo
    assert todo.undrawn["wilds"] > 0
    assert "of 'wilds' are where the land is not drawn now" in "\n".join(on_demand_lines(todo))
    ann.character.move_to(far, move_type="teleport")
    assert ann.character.location.xyz == FAR
    assert grid.live.where(far) is not None
    assert ids == {far.id, *(one.id for one in far.exits)}


def test_the_land_is_seen_from_afar_with_its_places(grid, ann, found_at_once):
    told = ann.types("map far 8")
    lines = told.split("\n")
    assert lines[0] == "the Wilds"
    assert lines[-1] == "Each symbol stands for 8 by 8 cells."
    assert {"@", "o Otterbank"} <= set(re.findall("@|o Otterbank", told))
    begin = next(n for n, line in enumerate(lines) if line.startswith("~ "))
    assert len(set(map(len, lines[1:begin]))) == 1
    legend = " ".join(lines[begin:-1])
    assert legend.startswith("~ deep sea/sea/lake, . beach, ")
    assert "# road" in legend
    for wrong in ("5000", "0", "-5", "2.5", "x"):
        told = ann.types(f"map far {wrong}")
        assert "Each symbol can stand for 2 to 1024 cells each way." in told
    (line,) = re.findall("the Wilds .*", ann.types("map explored"))
    assert re.fullmatch(r"the Wilds +\d+ rooms?", line), "nobody knows how many there are"
    assert "The Wilds has no end." in ann.types("map speak")
    ann.session.protocol_flags["SCREENREADER"] = True
    told = ann.types("map far").split("\n")
    assert told == ["Ashwick is at (302,530).", "Otterbank is at (312,541)."]


def test_new_players_start_at_any_cell_of_the_land(grid, make_player, settings):
    settings.XYZGRID_START = FAR
    drawing.recall(grid)
    grid.running = None
    player = make_player("Nina")
    assert player.character.location.xyz == FAR
    drawing.recall(grid)


def test_squares_that_nobody_is_near_to_are_forgotten_and_their_rooms_go(grid, ann, visited_at):
    far = XYZRoom.objects.get_xyz(FAR)
    kept = XYZRoom.objects.get_xyz((FAR[0], FAR[1] + 5, "wilds"))
    kept.db.desc = "A camp fire has burnt here."
    ids = {far.id, kept.id}
    idle = Idle()
    drain(evict_steps(grid.live, idle, 3600, TERMINAL))
    assert XYZRoom.objects.filter(id__in=ids).count() == 2
    visited_at[0] += squares.NEAR + 1
    drawing.squares.visit("wilds", 302, 530)
    for _round in range(3):
        visited_at[0] += squares.KEEP
        drain(evict_steps(grid.live, idle, 3600, TERMINAL))
    assert list(XYZRoom.objects.filter(id__in=ids)) == [kept]
    at(302, 530 + 3 * SIZE)
    assert tile_at(*FAR[:2]) not in drawn(grid)
    again = XYZRoom.objects.get_xyz((FAR[0], FAR[1] + 5, "wilds"))
    assert (again.id, again.db.desc) == (kept.id, "A camp fire has burnt here.")
