"""What `tuning` keeps from line to line answers as Evennia does, whatever changes in between."""

import gc
import random
import weakref

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import trans_real
from evennia import CmdSet, Command, create_object
from evennia.locks.lockhandler import LockHandler
from evennia.objects.models import ContentsHandler, ObjectDB
from evennia.objects.objects import DefaultObject, ExitCommand
from evennia.typeclasses.attributes import Attribute
from worlds import room_at

from xyzgrid_ext.parts.tuning import command_caches, times

NAMES = ("look", "dance", "north", "east", "say", "__nomatch_command")
PATCHED = [
    (CmdSet, "__add__"), (CmdSet, "_union"), (LockHandler, "_parse_lockstring"),
    (LockHandler, "check"),
    (ContentsHandler, "load"), (ExitCommand, "at_post_cmd"), (trans_real, "translation"),
]  # fmt: skip


@pytest.fixture
def hastened(monkeypatch):
    """Let Evennia be as the Server's plugin makes it, for one test."""
    for owner, name in PATCHED:
        monkeypatch.setattr(owner, name, getattr(owner, name))
    monkeypatch.setattr(CmdSet, command_caches._IS_PATCHED, True, raising=False)
    monkeypatch.delattr(CmdSet, command_caches._IS_PATCHED)
    command_caches.keep_prepared_commands()


# --- commands


def of_names(*names, priority=0, mergetype="Union"):
    """Return a set of new commands."""
    made = CmdSet()
    made.add([Command(key=name, aliases=[f"{name[:3]}x"]) for name in names])
    made.priority, made.mergetype = priority, mergetype
    return made


def any_set(chance):
    mergetype = chance.choice(("Union",) * 4 + ("Replace", "Remove", "Intersect"))
    made = of_names(*chance.sample(NAMES, chance.randrange(6)), mergetype=mergetype)
    made.priority = chance.choice((-20, -10, 0, 0, 101))
    made.no_exits, made.duplicates = (chance.choice((None, None, True, False)) for _ in "12")
    return made


def change(chance, made):
    match chance.randrange(6):
        case 0:
            made.add(Command(key=chance.choice(NAMES)), allow_duplicates=chance.random() < 0.3)
        case 1:
            if made.commands:
                made.remove(chance.choice(made.commands).key)
        case 2:
            made.priority = chance.choice((-20, 0, 5))
        case 3:
            made.key_mergetypes["other"] = "Replace"


def shown(merged):
    """Return what a merged set is: its commands, in order, and its options."""
    return (
        [*map(id, merged.commands)],
        [*map(id, merged.system_commands)],
        [getattr(merged, option) for option in (*CmdSet.to_duplicate, "key_mergetypes")],
    )


@pytest.mark.parametrize("seed", range(10))
def test_kept_merges_are_those_of_evennia(seed, request, monkeypatch):
    # Evennia 5.0 remembers answers also when a set has changed
    monkeypatch.setattr(CmdSet, "__contains__", lambda made, command: command in made.commands)
    evennias = CmdSet.__add__
    request.getfixturevalue("hastened")
    chance = random.Random(seed)
    sets = [any_set(chance) for _ in range(3)]
    exits = of_names("north", "east", priority=101)
    exits.key = "ExitCmdSet"
    for _line in range(20):
        above = [*sets[1:], chance.choice((exits, None))]
        ours = theirs = CmdSet() + sets[0]
        for one in above:
            ours, theirs = ours + one, evennias(theirs, one)
        assert shown(ours) == shown(theirs)
        change(chance, chance.choice(sets))


def test_same_sets_are_merged_once_and_those_of_an_ended_session_freed(hastened):
    session, account = of_names("look", priority=-20), of_names("say", priority=-10)
    assert session + account is session + account
    assert CmdSet() + session is CmdSet() + session
    before = session + account
    account.add(new := Command(key="say"))
    assert before.get("say") is not new
    assert (session + account).get("say") is new

    class Session:
        pass

    session, account = Session(), of_names("say")
    session.commands = of_names("look")
    session.commands.cmdsetobj = session
    assert CmdSet() + session.commands + account
    ended = weakref.ref(session)
    del session
    gc.collect()
    assert ended() is None


# --- first visits

TOWN = """
+ 0 1 2

1 #-#
  | |
0 #-#-#

+ 0 1 2

"""
ROOM = {"prototype_parent": "xyz_room", "desc": "Grass.", "aliases": ["meadow"]}
TAGGED = {
    **ROOM,
    "tags": [("wet", "ground"), ("green", None)],
    "key": "Swamp",
    "attrs": [("deep", 3)],
}
GATE = {"prototype_parent": "xyz_exit", "aliases": ["gate"], "locks": "traverse:all();view:all()"}


@pytest.fixture
def grid(spawn_maps):
    """Return the grid of a spawned map, of which Evennia has nothing in memory."""
    prototypes = {("*", "*"): ROOM, (1, 1): TAGGED, (0, 1, "e"): GATE}
    grid = spawn_maps({"zcoord": "town", "map": TOWN, "prototypes": prototypes})
    forget()
    return grid


def forget():
    for one in ObjectDB.get_all_cached_instances():
        if one.db_account_id is None:
            one.flush_from_cache(force=True)
    Attribute.flush_instance_cache(force=True)


def state(obj):
    """All that the handlers of an object say of what is there and of what is not."""
    return {
        "attributes": [(a.key, a.category, a.value) for a in obj.attributes.all()],
        "deep": obj.attributes.get("deep"),
        "none": obj.attributes.get("needs"),
        "tags": sorted(obj.tags.all(return_key_and_category=True), key=str),
        "ground": obj.tags.get(category="ground"),
        "no category": obj.tags.get(category=None),
        "has": obj.tags.has("wet", category="ground"),
        "aliases": sorted(obj.aliases.all()),
        "permissions": obj.permissions.all(),
        "locks": str(obj.locks),
        "destination": obj.destination and obj.destination.pk,
        "contents": sorted(thing.pk for thing in obj.contents),
    }


def test_rooms_read_at_once_say_what_they_say_anyway(grid, request):
    def states():
        rooms = [ObjectDB.objects.get(pk=pk) for pk in sorted(grid.live._index.rooms)]
        return [state(one) for room in rooms for one in (*room.contents, room)]

    evennias = states()
    forget()
    request.getfixturevalue("hastened")
    assert states() == evennias


def test_open_locks_answer_as_evennia_does(grid, make_player, request):
    ann, room = make_player("Ann").character, room_at(grid, 0, 0)
    room.locks.add("open:all();never:not all();both:all() and perm(Builder);shut:none()")
    kinds = "open", "never", "both", "shut", "missing"
    evennias = [room.access(ann, kind, default=True) for kind in kinds]
    request.getfixturevalue("hastened")
    assert [room.access(ann, kind, default=True) for kind in kinds] == evennias
    assert evennias == [True, False, False, False, True]


def test_first_visit_takes_few_queries_and_a_second_none(grid, make_player, hastened):
    ann = make_player("Ann")
    ann.character.location = room_at(grid, 0, 0)
    ann.types("north")  # what is the character's own is read at its first step
    ann.types("south")
    with CaptureQueriesContext(connection) as first:
        ann.types("east")
    with CaptureQueriesContext(connection) as look:
        ann.types("look")
    assert sum(one["sql"].startswith("SELECT") for one in first.captured_queries) <= 4
    assert len(look) == 0


def test_changes_after_a_visit_are_seen(grid, hastened):
    swamp = room_at(grid, 1, 1)
    assert len(swamp.contents) == 2
    swamp.tags.add("foggy", category="weather")
    swamp.tags.remove("wet", category="ground")
    swamp.attributes.remove("deep")
    swamp.db.desc = "Mud."
    thing = create_object(DefaultObject, key="boat", location=swamp)
    assert swamp.tags.get(category="weather") == "foggy"
    assert swamp.tags.get(category="ground") is None
    assert swamp.db.deep is None
    assert swamp.db.desc == "Mud."
    assert thing in swamp.contents
    thing.delete()
    assert thing not in swamp.contents


def test_steps_are_timed_from_their_line_but_not_those_of_walks(
    grid, make_player, hastened, clock, monkeypatch
):
    monkeypatch.setattr(times, "step_times", times.Times())
    ann = make_player("Ann")
    ann.character.location = room_at(grid, 0, 0)
    ann.types("goto (0,1)")
    clock.advance(2)
    assert ann.character.location == room_at(grid, 0, 1)
    assert times.step_times.count == 0
    monkeypatch.setattr(times.current_line, "came", 0.0)
    ann.types("look")
    ann.types("south")
    assert times.step_times.count == 1
