"""A map that does not load is refused with place, fault and cure, and harms nobody else."""

import sys

from evennia.contrib.grid.xyzgrid import xymap_legend
from spawned import spawned_once
from worlds import room, room_at, room_named

from xyzgrid_ext.core.parts import Part
from xyzgrid_ext.game.maps.loader import load_data

DRAWING = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n\n"
TOWN = {
    "zcoord": "town",
    "map": DRAWING,
    "prototypes": {(0, 0): room("Gate"), (1, 0): room("Square")},
}
BAD = {"zcoord": "bad", "map": DRAWING}
shared_maps = spawned_once(TOWN, BAD)


class Leaving(xymap_legend.BasicMapNode):
    """A class of a legend that raises what is no Exception."""

    symbol = "F"

    def get_display_symbol(self):
        raise GeneratorExit


def test_who_stands_on_a_bad_map_is_told_that_it_is_missing(grid, make_player, monkeypatch):
    ann = make_player("Ann", location=room_at(grid, 0, 0, "bad"))
    module = next(m for n, m in sys.modules.items() if n.startswith("testmaps_"))
    monkeypatch.setattr(module, "XYMAP_DATA_LIST", [{**BAD, "map": "no drawing"}, TOWN])
    grid.reload()
    for command in ("map", "goto gate"):
        assert "The map of this place is missing now." in ann.types(command)


def test_exits_to_a_map_that_does_not_load_stay_with_all_that_builders_have_set(
    run, grid, player, monkeypatch
):
    module = next(m for n, m in sys.modules.items() if n.startswith("testmaps_"))
    inn = {"zcoord": "inn", "rooms": {(0, 0, 0): {"exits": {"west": (0, 0, "bad")}}}}

    def load(*maps):
        monkeypatch.setattr(module, "XYMAP_DATA_LIST", list(maps))
        grid.reload()

    load(inn, TOWN, BAD)
    grid.add(module.__name__)
    assert run("spawn", "--yes")[0] == 0
    ferry = room_at(grid, 0, 0, "inn").exits[0]
    ferry.db.fare = 3
    broken = {**BAD, "map": "no drawing"}
    absent = Part("seas", "", maps=(("sea", "a sea"),))
    monkeypatch.setattr("xyzgrid_ext.core.mapdata.validate.absent_parts", lambda: (absent,))
    for bad in (broken, {**broken, "zcoord": 5}, {**broken, "sea": "calm"}):
        load(inn, TOWN, bad)
        assert "Nothing to do" in run("plan", "inn")[1]
        assert run("spawn", "--yes")[0] == 1
        assert room_at(grid, 0, 0, "inn").exits == [ferry]
        player.character.move_to(ferry.location, quiet=True)
        text, waits = player.types("west"), "sea" in bad  # for its part, and nobody enters it
        assert ("The map behind this exit is missing now." in text) is waits
        assert (player.character.location == ferry.location) is waits
    load({"zcoord": "inn", "rooms": {(0, 0, 0): {}}}, TOWN, broken)
    run("spawn", "--yes")
    assert room_at(grid, 0, 0, "inn").exits == [], "the file does not name it any more"


def test_a_map_whose_prototype_cannot_be_resolved_stays_and_all_others_are_spawned(
    run, grid, monkeypatch
):
    module = next(m for n, m in sys.modules.items() if n.startswith("testmaps_"))
    bad = {**BAD, "prototypes": {(0, 0): {"prototype_parent": "no_such"}}}
    town = {**TOWN, "prototypes": {(0, 0): room("Gate"), (1, 0): room("Market")}}
    monkeypatch.setattr(module, "XYMAP_DATA_LIST", [bad, town])
    grid.reload()
    for word in (["plan"], ["spawn", "--yes"]):
        code, text = run(*word)
        assert code == 1
        assert "there is no prototype 'no_such'" in text
    assert room_named("Market") is not None
    assert grid.live.spawned_count("bad") == 2
    code, text = run("spawn", "bad", "--yes")
    assert code == 1
    assert "there is no prototype 'no_such'" in text


def test_map_is_told_by_all_its_faults_with_the_authors_line(monkeypatch):
    data = {**BAD, "map": DRAWING.replace("#-#", "#%#"), "prototypes": {(0,): {}, (0, 0): 5}}
    one = load_data("world.m", data)
    assert [finding.code for finding in one.findings] == [
        "malformed-prototype-key",
        "malformed-prototype",
        "bad-drawing",
    ]
    logged = []
    monkeypatch.setattr("evennia.utils.logger.log_trace", logged.append)
    drawing = DRAWING.replace("#", "F")
    one = load_data("world.m", {**BAD, "map": drawing, "legend": {"F": Leaving}})
    (finding,) = one.findings
    assert (one.name, one.grid, finding.file) == ("bad", None, "test_one_bad_map.py")
    assert finding.line == Leaving.get_display_symbol.__code__.co_firstlineno + 1
    assert finding.message.endswith("the map cannot be read: GeneratorExit")
    assert len(logged) == 1
