"""What stands in the rooms and comes back: the table of rules, times, walks, and what remains.

Yard---Lane---Gate---Field
       |
       Shed
"""

import re
import sys
import time
import types

import pytest
from evennia import create_object
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultCharacter
from evennia.typeclasses.tags import Tag
from evennia.utils import gametime
from spawned import forget_objects
from worlds import room, room_named

from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.cli.grammar import Request
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.spawn.things import THING as THING_TAG
from xyzgrid_ext.game.visibility import needs
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.contents import listing, respawning, wandering
from xyzgrid_ext.parts.contents.respawning import fill_rooms_steps
from xyzgrid_ext.parts.contents.stock import EMPTY_SLOTS, stock_of
from xyzgrid_ext.parts.contents.wandering import walk_steps

THING, NPC = "evennia.objects.objects.DefaultObject", "evennia.objects.objects.DefaultCharacter"
DRAWING = "\n+ 0 1 2 3\n\n1 #-#-#-#\n    |\n0   #\n\n+ 0 1 2 3\n"
GOLD = {"prototype": {"typeclass": THING, "key": "gold"}}
GUARD = {"prototype": {"typeclass": NPC, "key": "guard"}, "contents": [GOLD]}


def town(in_lane=(), on_map=(), **options):
    """A map with contents in the Lane, and in some of its rooms."""
    return {
        "zcoord": "town",
        "map": DRAWING,
        "prototypes": {
            (0, 1): room("Yard"),
            (1, 1): room("Lane", contents=list(in_lane)),
            (2, 1): room("Gate", tags=["gate"]),
            (3, 1): room("Field"),
            (1, 0): room("Shed"),
        },
        "contents": list(on_map),
        "options": options,
    }


def keep(seconds=0):
    """Look after all rooms, some seconds from now; return what is there, by name."""
    live = current()
    rooms = [(key, number) for key, grid in live.grids.items() for number in range(grid.rooms)]
    drain(fill_rooms_steps(live, rooms, time.time() + seconds))
    return names()


def names(but=("Limbo",)):
    """Return the names of all things and people in the rooms of the town, and of what they hold."""
    inside = ObjectDB.objects.filter(db_location__isnull=False, db_destination=None)
    return sorted(
        f"{obj.key} in {obj.location.key}" for obj in inside if obj.location.key not in but
    )


def standings():
    """Return how each slot compares with the file, as `xyzgrid contents` says it."""
    lines = listing.list_contents(Request(()))
    return [re.sub(r".*\) (guard.*?: [a-z ]+?)(,| \(#|$).*", r"\1", line) for line in lines[1:]]


def named(key):
    return ObjectDB.objects.filter(db_key=key).order_by("pk").last()


@pytest.fixture
def change(monkeypatch):
    def changed(grid, data, spawns=True):
        module = sys.modules[grid.records[0]["reference"]]
        monkeypatch.setattr(module, "XYMAP_DATA_LIST", [data])
        grid.reload()
        if spawns:
            grid.spawn()

    return changed


@pytest.fixture
def hour(monkeypatch):
    def set_clock(number):
        monkeypatch.setattr(gametime, "gametime", lambda absolute: number * 3600)
        monkeypatch.setattr(needs, "_of_all", needs.SharedAnswers())

    return set_clock


def test_rows_for_several_rooms_are_surplus_until_the_next_spawn(spawn_maps, change, run):
    grid = spawn_maps(town(on_map=[GUARD | {"rooms": ["tag:gate"]}]))
    keep()
    change(grid, town(), spawns=False)
    text = run("contents", "town")[1]
    assert text.split("\n")[0] == "town: 2 surplus", text
    assert "(2,1,town) guard (any 1): surplus (#" in text
    assert "guard (any 1)" in run("plan", "town")[1]
    grid.spawn()
    assert run("contents", "town") == (0, "No map has contents.\n")
    assert names() == []


def left_in_place(guard, gold, ann):
    pass


def moved(guard, gold, ann):
    guard.move_to(room_named("Field"), quiet=True)
    gold.move_to(room_named("Field"), quiet=True)


def owned(guard, gold, ann):
    guard.account = ann.account
    gold.move_to(ann.character, quiet=True)


def killed(guard, gold, ann):
    gold.delete()
    guard.delete()


def put_inside(guard, gold, ann):
    chest = create_object(THING, key="chest", location=room_named("Shed"))
    gold.move_to(chest, quiet=True)
    guard.move_to(chest, quiet=True)


HERE = ["gold in guard", "guard in Lane"]
# what is there then, in ten minutes, if the file says something else, if it wants none, and if the
# map goes
RULES = {
    left_in_place: (HERE, HERE, ["gold in sentry", "sentry in Lane"], [], []),
    # people count while they live, things only in their place
    moved: (
        ["gold in Field", "guard in Field"],
        ["gold in Field", "gold in guard", "guard in Field"],
        ["gold in Field", "gold in sentry", "sentry in Field"],
        ["gold in Field"],
        ["gold in Limbo"],
    ),
    owned: (
        ["gold in Ann", "guard in Lane"],
        ["gold in Ann", "gold in guard", "guard in Lane", "guard in Lane"],
        ["gold in Ann", "gold in sentry", "guard in Lane", "sentry in Lane"],
        ["gold in Ann", "guard in Lane"],
        ["gold in Ann", "guard in Limbo"],
    ),
    killed: ([], HERE, ["gold in sentry", "sentry in Lane"], [], []),
    put_inside: (
        ["chest in Shed", "gold in chest", "guard in chest"],
        ["chest in Shed", "gold in chest", "gold in guard", "guard in chest"],
        ["chest in Shed", "gold in chest", "gold in sentry", "sentry in chest"],
        ["chest in Shed", "gold in chest"],
        ["chest in Limbo", "gold in chest"],
    ),
}


@pytest.mark.parametrize("deed", RULES, ids=lambda deed: deed.__name__)
def test_table_of_rules(deed, spawn_maps, make_player, change):
    grid = spawn_maps(town([GUARD]))
    ann = make_player("Ann", location=room_named("Yard"))
    assert standings() == ["guard (1): to be made", "guard (1)/gold (1): to be made"]
    assert keep() == ["Ann in Yard", *HERE]
    assert standings() == ["guard (1): here", "guard (1)/gold (1): here"]
    deed(named("guard"), named("gold"), ann)
    now, back, changed, surplus, _gone = (sorted(["Ann in Yard", *there]) for there in RULES[deed])
    assert keep() == now
    guard = "missing" if deed in (killed, owned) else "here"
    gold = "here" if deed is left_in_place else "missing"
    assert standings() == [f"guard (1): {guard}", f"guard (1)/gold (1): {gold}"]
    grid.spawn()
    assert keep(500) == now
    assert keep(610) == back
    sentry = {**GUARD, "name": "guard", "prototype": {"typeclass": NPC, "key": "sentry"}}
    change(grid, town([sentry]))
    assert standings() == ["guard (1): changed", "guard (1)/gold (1): here"]
    assert keep(610) == changed
    change(grid, town())
    assert standings() == []
    assert keep(2000) == surplus


@pytest.mark.parametrize("deed", RULES, ids=lambda deed: deed.__name__)
@pytest.mark.parametrize("word", ["delete", "prune"])
def test_table_of_what_stays_when_the_map_goes(word, deed, spawn_maps, make_player, run):
    grid = spawn_maps(town([GUARD]))
    ann = make_player("Ann", location=room_named("Yard"))
    keep()
    deed(named("guard"), named("gold"), ann)
    if word == "prune":
        grid.remove("town")
    assert run(word, *["town"][: word == "delete"], "--yes")[0] == 0
    assert names(but=()) == sorted(["Ann in Limbo", *RULES[deed][4]])


@pytest.mark.parametrize("deed", RULES, ids=lambda deed: deed.__name__)
def test_table_of_rules_holds_for_a_spawn_that_is_undone(
    deed, spawn_maps, make_player, change, run
):
    grid = spawn_maps(town([GUARD]))
    ann = make_player("Ann", location=room_named("Yard"))
    keep()
    deed(named("guard"), named("gold"), ann)
    change(grid, town())
    left = sorted(["Ann in Yard", *RULES[deed][3]])
    assert keep() == left
    change(grid, town([GUARD]), spawns=False)  # the file is put back, too
    assert run("undo", "--yes")[0] == 0
    assert run("plan")[0] == 0
    assert keep(10_000) == sorted([*left, *HERE])


def take(key):
    named(key).move_to(named("Ann"), quiet=True)


@pytest.mark.parametrize(
    ("more", "times"),
    [
        ({"back": 600}, [(500, 1), (700, 2), (800, 2)]),
        ({"back": "never"}, [(10_000_000, 1)]),
        ({"back": 60, "together": True}, [(100, 1)]),
        ({"back": "time:night"}, [(1, 1)]),
        ({"back": 60, "unseen": True}, [(61, 1)]),
        ({"back": 60, "needs": ["time:night"]}, [(61, 0)]),
    ],
)
def test_what_was_taken_comes_back_when_the_row_says(more, times, spawn_maps, make_player, hour):
    hour(12)
    spawn_maps(town([GOLD | {"count": 2} | more]))
    make_player("Ann", location=room_named("Yard"))
    keep()
    if "needs" not in more:
        take("gold")
    make_player("Bob", location=room_named("Lane"))
    for seconds, count in times:
        assert keep(seconds).count("gold in Lane") == count, (more, seconds)
    if more == {"back": "time:night"}:
        hour(23)
        assert keep().count("gold in Lane") == 2


def test_together_they_come_back_when_all_have_gone(spawn_maps, make_player):
    spawn_maps(town([GOLD | {"count": 2, "together": True, "back": 60}]))
    make_player("Ann", location=room_named("Yard"))
    keep()
    take("gold")
    assert keep(100).count("gold in Lane") == 1
    ObjectDB.objects.get(db_key="gold", db_location=room_named("Lane")).delete()
    again()
    assert keep(20).count("gold in Lane") == 0
    assert keep(70).count("gold in Lane") == 2


def test_at_night_it_comes_and_by_day_it_goes_while_nobody_looks(spawn_maps, make_player, hour):
    spawn_maps(town([GUARD | {"needs": ["time:night"]}]))
    ann = make_player("Ann", location=room_named("Yard"))
    hour(12)
    assert keep() == ["Ann in Yard"]
    hour(23)
    assert "guard in Lane" in keep()
    ann.character.move_to(room_named("Lane"), quiet=True)
    hour(12)
    assert "guard in Lane" in keep()
    ann.character.move_to(room_named("Yard"), quiet=True)
    assert keep() == ["Ann in Yard", "gold in Lane"]  # what it carried lies there
    hour(23)
    assert keep(1) == ["Ann in Yard", "gold in Lane", "guard in Lane"]


def test_chance_chooses_by_the_seed(spawn_maps):
    kinds = [{"typeclass": THING, "key": key} for key in ("ruby", "pearl", "glass")]
    rows = [{"prototype": kinds, "name": "gem", "rooms": ["(0,0)-(3,1)"], "count": 20, "seed": 7}]
    rows += [GOLD | {"rooms": ["tag:gate"], "chance": 50, "count": 40}]
    spawn_maps(town(on_map=rows))
    first = keep()
    gems = [name for name in first if not name.startswith("gold")]
    assert len(gems) == 20
    assert {name.split(" in ")[0] for name in gems} == {"ruby", "pearl", "glass"}
    assert {name.split(" in ")[1] for name in gems} == {"Yard", "Lane", "Gate", "Field", "Shed"}
    assert 10 < first.count("gold in Gate") < 30
    for obj in ObjectDB.objects.filter(db_typeclass_path=THING):
        obj.delete()
    for obj in map(room_named, ("Yard", "Lane", "Gate", "Field", "Shed")):
        obj.attributes.clear(category=EMPTY_SLOTS)
    again()
    assert keep() == first


def test_what_has_a_name_of_its_own_keeps_it_when_the_maps_are_read_again(spawn_maps):
    coin = GOLD["prototype"] | {"key": "$choice('mite', 'cent', 'dime')", "worth": 1}
    grid = spawn_maps(town([{"prototype": coin, "name": "coin", "count": 20, "seed": 7}]))
    coins = keep()
    assert len(set(coins)) == 3
    for _time in range(3):
        grid.reload()
        assert set(listing.list_contents(Request(()))[0].split()) == {"town:", "20", "here"}
        assert keep() == coins


def again():
    """Read all from the database, as a process does that begins."""
    forget_objects()
    live = current()
    stock_of(live).is_read = False


def test_a_process_that_begins_knows_what_is_there_and_what_is_due(spawn_maps, make_player):
    spawn_maps(town([GUARD], [GOLD | {"rooms": ["tag:gate"], "back": 60}]))
    make_player("Ann", location=room_named("Yard"))
    keep()
    named("guard").delete()
    take("gold")
    for seconds in (0, 20):
        again()
        assert keep(seconds) == ["Ann in Yard", "gold in Ann", "gold in Lane"]
    for seconds in (1000, 10_000):
        again()
        back = ["gold in Gate", "gold in guard", "guard in Lane"]
        assert keep(seconds) == sorted(["Ann in Yard", "gold in Ann", "gold in Lane", *back])


def test_a_guard_walks_about_and_goes_home_at_night(spawn_maps, make_player, hour):
    walks = {"rooms": ["(0,1)-(2,1)"], "every": 10, "home": ["time:night"]}
    spawn_maps(town([{"prototype": GUARD["prototype"], "wanders": walks}]))
    hour(12)
    ann = make_player("Ann", location=room_named("Gate"))
    keep()
    seen = [walk(ann, second) for second in range(0, 400, 5)]
    assert set(seen) == {"Yard", "Lane", "Gate"}
    assert "guard arrives" in ann.text_since(0)
    hour(23)
    assert [walk(ann, second) for second in range(400, 440, 5)][-1] == "Lane"


def test_a_guard_walks_a_route_but_not_through_a_shut_exit(spawn_maps, make_player, hour):
    route = {"route": [(0, 1), (3, 1)], "every": 10}
    spawn_maps(town([{"prototype": GUARD["prototype"], "wanders": route}]))
    ann = make_player("Ann", location=room_named("Gate"))
    keep()
    path = list(dict.fromkeys(walk(ann, second) for second in range(0, 200, 5)))
    assert path == ["Lane", "Yard", "Gate", "Field"]
    exit_obj = room_named("Gate").exits
    next(each for each in exit_obj if each.destination.key == "Field").locks.add("traverse:false()")
    assert "Field" not in [walk(ann, second) for second in range(230, 500, 5)]


class Scout(DefaultCharacter):
    """Somebody of a game whose class hears what it sees."""

    def at_msg_receive(self, text=None, from_obj=None, **kwargs):
        self.ndb.heard = [*(self.ndb.heard or ()), text]
        return True


@pytest.mark.parametrize("cls", [Scout, DefaultCharacter])
def test_who_walks_looks_at_rooms_only_if_its_class_hears_it(cls, spawn_maps, monkeypatch):
    guard = {"typeclass": f"{cls.__module__}.{cls.__name__}", "key": "guard"}
    route = {"route": [(0, 1), (3, 1)], "every": 10}
    spawn_maps(town([{"prototype": guard, "wanders": route}]))
    keep()
    looked, look = [], DefaultCharacter.at_look
    monkeypatch.setattr(
        DefaultCharacter, "at_look", lambda *args, **kw: looked.append(args) or look(*args, **kw)
    )
    live = current()
    near = {("town", number): 0.0 for number in range(5)}
    for second in (0.0, 20.0):
        drain(wandering.walk_steps(live, near, second))
    assert named("guard").location.key == "Yard"
    assert bool(looked) == (cls is Scout)
    assert any("Yard" in str(text) for text in named("guard").ndb.heard or ()) == (cls is Scout)


def walk(ann, second):
    """Let those walk who are due at a second; return where the guard is."""
    live, near = current(), respawning.rooms_near_people(current())
    drain(wandering.walk_steps(live, near, float(second)))
    return named("guard").location.key


def shifted(**values):
    """The town with guards, one column further east."""
    data = town([GUARD], [GOLD | {"rooms": ["tag:gate"]}])
    places = data["prototypes"]
    drawing = DRAWING.replace("\n1 #-#", "\n1   #-#").replace("\n0   #", "\n0     #")
    drawing = drawing.replace("\n    |", "\n      |").replace("3\n", "3 4\n")
    moved = {(x + 1, y): values for (x, y), values in places.items()}
    return {**data, "map": drawing, "prototypes": moved, **values}


def moved_by_the_file(run, change, grid):
    change(grid, shifted(), spawns=False)
    assert run("spawn", "town", "--moved", "--yes")[0] == 0


def renamed(run, change, grid):
    # the tag of one that was in such a village before, and its mark
    gold = Tag(db_key="2,1,village|gold (any 1)", db_category=THING_TAG, db_model="objectdb")
    gold.db_data = "contents 1 old"
    gold.save()
    data = town([GUARD], [GOLD | {"rooms": ["tag:gate"]}])
    change(grid, data | {"zcoord": "village"}, spawns=False)
    assert run("rename", "town", "village", "--yes")[0] == 0
    grid.reload()


@pytest.mark.parametrize("deed", [moved_by_the_file, renamed], ids=lambda deed: deed.__name__)
def test_what_is_there_stays_known_when_its_rooms_move(deed, spawn_maps, run, change, make_player):
    grid = spawn_maps(town([GUARD], [GOLD | {"rooms": ["tag:gate"]}]))
    make_player("Ann", location=room_named("Yard"))
    keep()
    named("guard").delete()
    take("gold")
    keep()
    there = keep(700)
    guard = named("guard")
    guard.db.desc = "changed by hand"
    marks = sorted(rows_of_things())
    assert len(marks) == 3
    deed(run, change, grid)
    again()
    assert keep() == there
    assert sorted(rows_of_things()) == marks
    assert (named("guard"), guard.db.desc) == (guard, "changed by hand")


def rows_of_things():
    """Return the marks of things, with the ids of the things."""
    return [(pk, mark) for pk, _tag, mark, *_ in objects.tagged_in_places(THING_TAG)]


def test_a_prototype_that_is_not_there_is_told_with_its_place(spawn_maps):
    box = {"prototype": {"typeclass": THING, "key": "box"}, "contents": [{"prototype": "pearl"}]}
    with pytest.raises(RefusedError) as refused:
        spawn_maps(town([box], [{"prototype": "beast", "rooms": ["tag:gate"]}]))
    text = str(refused.value)
    assert "town: (1,1) contents: 'box' contents: 'pearl': the prototype 'pearl' cannot be" in text
    assert "town: contents: 'beast': the prototype 'beast' cannot be resolved" in text


@pytest.mark.beside("lands")
def test_rooms_that_are_made_on_demand_have_theirs(spawn_maps, make_player):
    from xyzgrid_ext.game.on_demand import on_demand

    live = spawn_maps(town([GUARD], rooms="lazy")).live
    assert keep() == []
    lane = live.room_at_xyz(1, 1, "town")
    on_demand().ensure(live, lane)
    assert keep() == HERE
    assert keep(10_000) == HERE


@pytest.mark.beside("dungeons")
def test_a_copy_has_its_own_and_takes_them_with_it(spawn_maps):
    from xyzgrid_ext.game.spawn import spawning
    from xyzgrid_ext.parts.dungeons.game import copies
    from xyzgrid_ext.parts.dungeons.game.stored import Copy

    live = spawn_maps(town([GUARD], [GOLD | {"rooms": ["tag:gate"]}])).live
    keep()
    drain(copies.making_steps(live, Copy("town#1", "town", "Ann", "")))
    rooms = [("town#1", number) for number in range(5)]
    drain(fill_rooms_steps(live, rooms, time.time()))
    assert sorted(names()) == sorted([*HERE, "gold in Gate"] * 2)
    drain(spawning.delete_steps(live, ["town#1"]))
    live.drop_copy("town#1")
    assert keep() == sorted([*HERE, "gold in Gate"])


def test_maps_show_the_symbol_where_it_is(spawn_maps, make_player):
    spawn_maps(town([{"prototype": GUARD["prototype"], "symbol": "|rG|n"}], fog="explored"))
    ann = make_player("Ann", location=room_named("Gate"))
    keep()
    assert "G" not in ann.types("map").split("\n")[0:3][1]
    ann.types("west")
    ann.types("east")
    shown = ann.types("map")
    assert re.search(r"G-@", shown), shown
    assert "G guard" in shown
    named("guard").move_to(room_named("Field"), quiet=True)
    assert "G" not in ann.types("map").replace("Gate", "").replace("G guard", "")


def pass_by(seconds=0):
    """Let contents come, and people walk, as the worker does near players."""
    live = current()
    rooms = [(key, number) for key, grid in live.grids.items() for number in range(grid.rooms)]
    drain(fill_rooms_steps(live, rooms, time.time() + seconds))
    drain(walk_steps(live, rooms, time.time() + seconds))


@pytest.fixture
def spawned(documented, spawn_maps, monkeypatch):
    """Return a function that spawns a map of the pages, by its name."""

    def spawn(name):
        module = types.ModuleType(f"documented_{name}")
        module.__file__ = f"{name}.py"
        monkeypatch.setitem(sys.modules, module.__name__, module)
        source = next(block for block in documented("python") if f'"zcoord": "{name}"' in block)
        exec(source, module.__dict__)
        return spawn_maps(module.XYMAP_DATA)

    return spawn


@pytest.fixture
def ann(spawned, make_player, clock):
    spawned("hamlet")
    pass_by()
    return make_player("Ann", location=room_named("The Smithy"))


def set_hour(monkeypatch, hour, year=0.5):
    monkeypatch.setattr(needs, "moment_at", lambda *given: needs.Moment(hour, 24, year))
    monkeypatch.setattr(needs, "_of_all", needs.SharedAnswers())


def test_the_transcript_of_the_page_is_what_is_printed(ann, documented, clock):
    ObjectDB.objects.get(db_key="hammer").location = ann.character
    follow(ann, documented, "> talk smith", clock)


def follow(ann, documented, first, clock):
    """Type what a page shows; compare what is printed."""
    (shown,) = (block for block in documented("text") if first in block)
    for part in shown.strip().removeprefix("> ").split("\n> "):
        line, *printed = part.split("\n")
        begin = len(ann.sent)
        ann.types(line)
        clock.advance(1)
        assert ann.text_since(begin).split("\n") == printed


def test_things_and_people_look_different_by_hour_season_and_looker(
    spawned, make_player, documented, clock, monkeypatch
):
    set_hour(monkeypatch, 6, year=0.0)
    spawned("bakehouse")
    pass_by()
    ann = make_player("Ann", location=room_named("The Bakehouse"))
    follow(ann, documented, "> look oven", clock)
    set_hour(monkeypatch, 22, year=0.0)
    assert "It is cold. Icicles hang from its flue. Your loaf" in ann.types("look oven")
    assert "She is asleep on her feet." in ann.types("look ada")


def test_a_class_that_would_show_the_list_of_parts_is_told(spawn_maps, run):
    parts = [{"text": "Hot.", "needs": ["time:day"]}]
    oven = {"typeclass": "evennia.objects.objects.DefaultObject", "key": "oven", "desc": parts}
    room = {"key": "Here", "things": [oven], "contents": [{"prototype": oven}]}
    spawn_maps({"zcoord": "here", "rooms": {(0, 0): room}})
    text = run("check", "here")[1]
    assert text.count("DefaultObject does not read a description in parts") == 2, text
