"""What builders change in the game, taken into the files: `pull`, by terminal and in the game."""

import importlib
import itertools
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest
from django.test import Client
from evennia import create_object
from evennia.objects.models import ObjectDB
from worlds import CUBE, DRAWN, room_named

from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.cli.jobs import Order, work_of
from xyzgrid_ext.game.db import edits, jobs
from xyzgrid_ext.game.typeclasses import XYZRoom

pytestmark = pytest.mark.django_db

numbers = itertools.count()
INN = '''"""The inn."""

XYMAP_DATA = {
    "zcoord": "Inn",
    "rooms": {
        (0, 0): {
            "key": "Hall",  # where they come in
            "desc": "A hall.",
            "exits": {"east": (1, 0)},
        },
        (1, 0): {"key": "Bar", "desc": "Beer.", "exits": {"west": (0, 0), "north": (1, 1)}},
        (1, 1): {"key": "Yard", "light": 3, "exits": {"south": (1, 0)}},
    },
}
'''

AREA = '{"seed": 5, "area": (301, 530, 3, 2)}'


@pytest.fixture
def spawned(limbo, tmp_path, monkeypatch):
    """Return a function: texts of modules -> their files, with the maps spawned."""
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    monkeypatch.syspath_prepend(tmp_path)
    names = []

    def spawn(*texts):
        for text in texts:
            names.append(f"pulled_{next(numbers)}")
            (tmp_path / f"{names[-1]}.py").write_text(text)
        importlib.invalidate_caches()
        grid = get_xyzgrid()
        grid.add(*names)
        grid.spawn()
        return [tmp_path / f"{name}.py" for name in names]

    yield spawn
    for name in names:
        sys.modules.pop(name, None)


@pytest.fixture
def files(spawned):
    """Return the files of a map of rooms and of a drawn one, both spawned."""
    return spawned(INN, DRAWN)


@pytest.fixture
def inn(files):
    """Return the file of the inn."""
    return files[0]


@pytest.fixture
def builder(files, superuser):
    """Return a builder in the hall."""
    superuser.character.move_to(room_named("Hall"), quiet=True)
    return superuser


def work_on(job):
    """Do a job, as the server's worker does; what it reports."""
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    return drain(work_of(job.word, get_xyzgrid(), Order(job.names, TERMINAL)))


def does(builder, *commands):
    for command in commands:
        builder.character.execute_cmd(command)


def test_what_nobody_changed_is_not_pulled(files, run):
    code, told = run("pull")
    assert (code, told) == (0, "Nothing to take: the files say what is in the game.\n")


def test_names_and_descriptions_go_into_the_file_and_nothing_else(inn, builder, run):
    does(builder, "desc here = A dark hall.", "name here = Great Hall")
    code, told = run("pull", "inn")
    assert code == 2
    assert "~ (0,0,inn) key: Hall -> Great Hall" in told
    assert '+            "desc": "A dark hall.",' in told
    assert inn.read_text() == INN
    assert run("pull", "inn", "--apply")[0] == 0
    changed = INN.replace('"Hall"', '"Great Hall"').replace('"A hall."', '"A dark hall."')
    assert inn.read_text() == changed
    assert run("plan")[0] == run("pull")[0] == 0


def test_a_room_and_exits_made_by_hand_become_those_of_the_map(inn, builder, run):
    builder.character.move_to(room_named("Bar"), quiet=True)
    does(builder, "tunnel e = Cellar", "east", "desc here = Casks.", "tunnel s = Vault")
    cellar = room_named("Cellar")
    thing = create_object("evennia.objects.objects.DefaultObject", key="cask", location=cellar)
    code, told = run("pull", "(1,0,inn)")
    assert code == 2, told
    assert "+ (2,0,inn) Cellar: a new room" in told
    assert "+ (1,0,inn) east -> (2,0,inn)" in told
    assert "? (2,0,inn) south: it leads to Vault" in told
    assert "beyond the edge of the map" in told
    code, told = run("pull", "--apply")
    assert code == 1, told  # the vault is not taken
    cellar_text = """        (2, 0): {
            "key": "Cellar",
            "desc": "Casks.",
            "exits": {"west": (1, 0)},
        },
    },
}
"""
    ways = ['"west": (0, 0)', '"north": (1, 1)', '"east": (2, 0)']
    exits = "".join(f"\n            {way}," for way in ways)
    text = INN.replace(", ".join(ways[:2]), f"{exits}\n        ")
    assert inn.read_text() == text.replace("    },\n}\n", cellar_text)
    assert run("plan")[0] == 0, run("plan")
    cellar = ObjectDB.objects.get(pk=cellar.pk)
    assert (cellar.xyz[:2], thing.location) == ((2, 0), cellar)
    assert run("path", "(0,0,inn)", "(2,0,inn)")[0] == 0
    assert run("pull")[0] == 0, run("pull")


def test_exits_led_elsewhere_removed_locked_and_named_go_into_the_file(inn, builder, run):
    does(
        builder,
        f"link east = {room_named('Yard').dbref}",
        "name east = gate;g",
        "lock gate = traverse:perm(Builder)",
        "tag here = cosy:mood",
    )
    builder.character.move_to(room_named("Bar"), quiet=True)
    does(builder, "unlink north", "alias here = pub")
    told = run("pull")[1]  # with the names that plan has
    assert "~ (0,0,inn) east destination: (1,0,inn) -> (1,1,inn)\n" in told
    assert "~ (0,0,inn) tags + cosy (mood)\n" in told
    assert "- (1,0,inn) north: removed in the game\n" in told
    code, told = run("pull", "--apply")
    assert code == 0, told
    gate = '{"to": (1, 1), "key": "gate", "locks": "traverse:perm(Builder)", "aliases": ["g"]}'
    hall = f'"exits": {{"east": {gate}}},\n            "tags": [("cosy", "mood")],'
    text = INN.replace('"exits": {"east": (1, 0)},', hall)
    bar = '"exits": {"west": (0, 0)}, "aliases": ["pub"]},'
    assert inn.read_text() == text.replace('"exits": {"west": (0, 0), "north": (1, 1)}},', bar)
    assert run("plan")[0] == 0, run("plan")
    assert run("pull")[0] == 0, run("pull")


def test_what_both_have_changed_is_a_conflict_until_somebody_decides(inn, builder, run):
    does(builder, "desc here = A dark hall.")
    inn.write_text(INN.replace("A hall.", "A bright hall.").replace("Beer.", "Wine."))
    code, told = run("pull", "inn", "--apply")
    assert code == 1
    assert "! (0,0,inn) attribute desc: A bright hall. -> A dark hall." in told
    assert "Beer" not in told  # the file alone has changed it: that is for spawn
    assert "bright" in inn.read_text()
    assert run("pull", "inn", "--apply", "--prefer-game")[0] == 0
    assert '"A dark hall."' in inn.read_text()
    assert "desc" in run("plan")[1]


def test_a_drawn_map_takes_names_and_says_why_it_takes_no_rooms(files, builder, run):
    builder.character.move_to(room_named("Lane"), quiet=True)
    does(builder, "name here = Long Lane", "tunnel e = Field", "unlink west")
    code, told = run("pull", "lane", "--apply")
    assert code == 1, told
    assert "? (1,0,lane) west: removed in the game: Its rooms stand in a drawing" in told
    assert "? (2,0,lane) Field: a new room" in told
    assert "stand in a drawing" in told
    assert files[1].read_text() == DRAWN.replace('"Lane"', '"Long Lane"')
    assert "~ (1,0,lane) west: destination nothing -> (0,0,lane)\n0 rooms" in run("plan")[1]


def test_rooms_without_a_prototype_of_their_own_get_one_in_the_file(spawned, run):
    wild = DRAWN.replace("(0, 0): {", '("*", "*"): {"tags": [("wet", "mood")], ')
    wild = wild.replace('        (1, 0): {"prototype_parent": "xyz_room", "key": "Lane"},\n', "")
    bare = DRAWN[: DRAWN.index('    "prototypes"')].replace('"lane"', '"bare"') + "}\n"
    land = f'XYMAP_DATA = {{\n    "zcoord": "lea",\n    "land": {AREA},\n}}\n'
    data = bare.replace("bare", "made").replace("XYMAP_DATA", "MADE")
    made = f"{data}XYMAP_DATA = dict(MADE)\n"
    cured = f'{data}XYMAP_DATA = {{**MADE, "zcoord": "cured", "prototypes": {{}}}}\n'
    files = spawned(wild, bare, land, made, cured)
    rooms = [XYZRoom.objects.get_xyz((1, 0, name)) for name in ("lane", "bare", "lea", "cured")]
    for room in rooms:
        room.key = f"New {room.key}"
    XYZRoom.objects.get_xyz((0, 0, "made")).db.desc = "Trodden grass."
    code, told = run("pull", "--apply")
    assert code == 1
    assert "\n? (0,0,made) attribute desc" in told
    assert ": The module makes the data of 'made' by code of its own: write XYMAP_DATA =" in told
    assert "; changes in the game stay in its database alone, and spawn may undo them" in told
    added = [
        [line.strip() for line in file.read_text().splitlines() if line not in text.splitlines()]
        for file, text in zip(files, (wild, bare, land, made, cured), strict=True)
    ]
    new = ["(1, 0): {", '"prototype_parent": "xyz_room",', '"key": "New A room",', "},"]
    assert added == [
        [*new[:2], '"key": "New Gate",', '"tags": [("wet", "mood")],', "},"],
        ['"prototypes": {', *new, "},"],
        ['"prototypes": {', "(1, 0): {", f'"key": "{rooms[2].key}",', "},", "},"],
        [],
        [f"{cured.splitlines()[-1].removesuffix('}}')}", *new, "}}"],
    ], told
    assert run("plan", "lane", "bare", "lea", "cured")[0] == 0


TOWER = """
XYMAP_DATA = {
    "zcoord": "tower",
    "levels": ["+ 0\\n\\n0 U\\n\\n+ 0\\n", "+ 0\\n\\n0 D\\n\\n+ 0\\n"],
    "prototypes": {
        ("*", "*", "*"): {"prototype_parent": "xyz_room", "key": "Stair"},
        ("*", "*", "*", "up"): {"prototype_parent": "xyz_exit", "desc": "Steps."},
        (0, 0, 1, "d"): {"prototype_parent": "xyz_exit", "needs": ["item:rope"]},  # steep
    },
}
"""
LEA = f'XYMAP_DATA = {{\n    "zcoord": "lea",\n    "land": {AREA},\n}}\n'
CAVE = 'XYMAP_DATA = {\n    "zcoord": "cave",\n    "matrix": "cave.matrix",\n}\n'


def exit_from(word, *xyz):
    ways = XYZRoom.objects.get_xyz(xyz).exits
    return next(one for one in ways if word in (one.key, *one.aliases.all()))


def test_the_values_of_exits_of_drawings_go_into_the_file_and_nothing_else(spawned, run, tmp_path):
    drawn = DRAWN.replace(
        "        (1, 0): {",
        """        (0, 0, "E"): {"prototype_parent": "xyz_exit", "desc": 'A "gate".'},  # of iron
        (1, 0): {""",
    )
    (tmp_path / "cave.matrix").write_text(CUBE)
    files = spawned(drawn, TOWER, LEA, CAVE)
    gate, back = exit_from("e", 0, 0, "lane"), exit_from("w", 1, 0, "lane")
    up, down = exit_from("up", 0, 0, "tower:0"), exit_from("down", 0, 0, "tower:1")
    gate.db.desc, gate.key = 'A rusty "gate".', "gate"
    gate.aliases.add("rust")
    back.locks.add("traverse:perm(Builder)")
    back.tags.add("narrow", category="mood")
    up.db.desc = down.db.desc = "Worn steps."
    up.db.needs = ["item:lamp"]
    del down.db.needs
    XYZRoom.objects.get_xyz((1, 0, "lea")).exits[0].aliases.add("path")
    exit_from("le", 2, 0, "cave:1").db.desc = "A crack."
    code, told = run("pull", "--apply")
    assert code == 0, told
    parent = '"prototype_parent": "xyz_exit"'
    iron = '{"prototype_parent": "xyz_exit", "desc": \'A "gate".\'},  # of iron'
    assert files[0].read_text() == drawn.replace(
        iron,
        f"""{{
            {parent},
            "desc": 'A rusty "gate".',
            "key": "gate",
            "aliases": ["rust"],
        }},  # of iron""",
    ).replace(
        '"key": "Lane"},\n',
        f""""key": "Lane"}},
        (1, 0, "w"): {{
            {parent},
            "locks": "traverse:perm(Builder)",
            "tags": [("narrow", "mood")],
        }},
""",
    )
    added = [
        [line.strip() for line in file.read_text().splitlines() if line not in text.splitlines()]
        for file, text in zip(files[1:], (TOWER, LEA, CAVE), strict=True)
    ]
    assert added == [
        [
            f'(0, 0, 1, "d"): {{{parent}, "desc": "Worn steps."}},  # steep',
            *['(0, 0, 0, "up"): {', f"{parent},", '"needs": ["item:lamp"],'],
            *['"desc": "Worn steps.",', "},"],
        ],
        ['"prototypes": {', '(1, 0, "n"): {', f"{parent},", '"aliases": ["path"],', *["},"] * 2],
        [
            '"prototypes": {',
            '(2, 0, 1, "left"): {',
            f"{parent},",
            '"desc": "A crack.",',
            *["},"] * 2,
        ],
    ], told
    assert run("plan")[0] == run("pull")[0] == 0


def test_texts_of_exits_that_a_function_makes_are_taken_and_the_rest_is_told(spawned, run):
    made = 'def way(desc):\n    return {"prototype_parent": "xyz_exit", "desc": desc}\n'
    text = made + DRAWN.replace("(1, 0): {", "(0, 0, \"e\"): way('A lane.'),\n        (1, 0): {")
    (file,) = spawned(text)
    exit_from("e", 0, 0, "lane").db.desc = "A wide lane."
    exit_from("e", 0, 0, "lane").aliases.add("road")
    code, told = run("pull", "--apply")
    assert code == 1
    assert (
        "? (0,0,lane) east aliases + road: code in the file computes this value of the exit" in told
    )
    assert file.read_text() == text.replace("A lane", "A wide lane")


def test_a_spawn_says_what_it_undoes(inn, builder, run):
    does(builder, "desc here = A dark hall.")
    assert "pull" in run("plan")[1]
    told = run("spawn", "--yes")[1]
    assert "undone: (0,0,inn) Hall: attribute desc A dark hall. -> A hall." in told
    assert "undone" not in run("spawn", "--yes")[1]


def test_removed_rooms_are_told_and_code_and_power_stay_in_the_game(inn, builder, run):
    hall = room_named("Hall")
    hall.db.desc = "It is $eval(1 + 1)."
    hall.locks.add("control:perm(Player)")
    room_named("Yard").delete()
    told = run("pull", "inn")[1]
    assert "control" not in told
    assert "? (0,0,inn) attribute desc: " in told
    assert "a text calls a function: $name(...); write it into the file by hand" in told
    assert "pull shows what a file can take" in run("plan", "inn")[1]
    assert "- (1,1,inn) Yard: removed in the game" in told
    assert run("pull", "inn", "--apply")[0] == 1
    assert "Yard" not in inn.read_text()
    assert "eval" not in inn.read_text()


def test_classes_and_permissions_are_taken_only_if_asked_for(inn, builder, run, monkeypatch):
    module = ModuleType("maps.dark")
    module.__spec__ = ModuleSpec("maps.dark", None)
    monkeypatch.setitem(sys.modules, "maps.dark", module)
    module.DarkRoom = type("DarkRoom", (XYZRoom,), {"__module__": "maps.dark"})
    hall, bar = room_named("Hall"), room_named("Bar")
    hall.swap_typeclass("maps.dark.DarkRoom", no_default=True)
    hall.permissions.add("Helper")
    bar.swap_typeclass("evennia.objects.objects.DefaultRoom", no_default=True)
    told = run("pull", "--apply")[1].splitlines()
    own = "? (0,0,inn) typeclass: xyzgrid_ext.game.typeclasses.XYZRoom -> maps.dark.DarkRoom: "
    assert f"{own}only `pull --classes` takes a class" in told, told
    assert (
        "? (0,0,inn) permissions: nothing -> ['helper']: only `pull --classes` takes permissions"
        in told
    )
    assert inn.read_text() == INN
    told = run("pull", "--classes", "--apply")[1]
    assert told.endswith("DefaultRoom: a map takes classes based on XYZRoom\n")
    words = '"typeclass": "maps.dark.DarkRoom",\n            "permissions": ["helper"]'
    exits = '"exits": {"east": (1, 0)},\n'
    assert inn.read_text() == INN.replace(exits, f"{exits}            {words},\n")
    assert "(0,0,inn)" not in run("plan")[1] + run("pull")[1]


def test_permissions_of_a_dug_room_are_taken_only_if_asked_for(inn, builder, run):
    builder.character.move_to(room_named("Bar"), quiet=True)
    does(builder, "tunnel e = Cellar")
    room_named("Cellar").permissions.add("Helper")
    told = run("pull", "--apply")[1]
    assert "permissions of its own: only `pull --classes` takes permissions" in told
    assert inn.read_text() == INN
    run("pull", "--classes", "--apply")
    assert '"permissions": ["helper"]' in inn.read_text()
    assert run("plan")[0] == run("pull")[0] == 0
    assert room_named("Cellar").permissions.all() == ["helper"]


def test_attributes_that_the_file_knows_are_taken_and_state_of_the_game_is_not(inn, builder, run):
    does(builder, "set here/light = 2", "set here/visits = 7")
    room_named("Yard").db.light = 5
    told = run("pull", "--apply")[1]
    text = INN.replace('"light": 3', '"light": 5').replace(
        '"exits": {"east": (1, 0)},', '"exits": {"east": (1, 0)},\n            "light": 2,'
    )
    assert inn.read_text() == text, told
    assert run("plan")[0] == run("pull")[0] == 0


def test_what_is_not_named_stays_in_the_game(inn, builder, run):
    room_named("Hall").db.desc, room_named("Bar").db.desc = "A dark hall.", "Wine."
    assert run("pull", "(1,0,inn)", "--apply")[0] == 0
    assert inn.read_text() == INN.replace("Beer.", "Wine.")
    assert run("pull", "(7,7,inn)")[0] == 1


def test_in_the_game_files_are_written_by_those_who_may(inn, builder, make_player):
    bob = make_player("Bob", permissions=["Builder"], location=room_named("Hall"))
    does(bob, "xyzgrid pull inn", "xyzgrid pull inn --apply")
    assert [job.title for job in jobs.all_jobs()] == ["pull inn"]
    edits.grant("inn", edits.Who(bob.account.pk, "Bob"), "editor")
    room_named("Hall").db.desc = "A dark hall."
    does(bob, "xyzgrid pull inn --apply --classes")
    assert "You are not allowed to write classes" in bob.text_since(0)
    does(bob, "xyzgrid pull inn --apply")
    job = jobs.all_jobs()[-1]
    assert job.title == "pull inn --apply"
    report = work_on(job)
    assert report.lines[0] == f"1 change of 1 room taken into {inn.name}"
    assert "A dark hall." in inn.read_text()


def test_the_editor_takes_a_room_that_was_dug_into_its_draft(inn, builder, run):
    builder.character.move_to(room_named("Bar"), quiet=True)
    does(builder, "tunnel e = Cellar", "desc here = Wine.")
    cellar = room_named("Cellar")
    browser = Client()
    browser.force_login(builder.account)

    def post(what, **body):
        address = f"/map/edit/api/inn/{what}"
        return browser.post(address, body, content_type="application/json").json()

    bar, dug = browser.get("/map/edit/api/inn/game").json()
    assert (bar["room"], bar["lines"]) == ("1,0,0", ["~ (1,0,inn) attribute desc: Beer. -> Wine."])
    assert (dug["room"], dug["conflict"]) == ("2,0,0", False)
    revision = browser.get("/map/edit/api/inn").json()["revision"]
    tags = {"op": "set", "room": "1,0,0", "key": "prototype", "value": {"tags": ["dry"]}}
    revision = post("ops", revision=revision, ops=[tags])["revision"]
    assert post("plan")["undone"] == ["(1,0,inn) Bar: attribute desc Wine. -> Beer."]
    revision = post("ops", revision=revision, ops=bar["ops"] + dug["ops"])["revision"]
    assert browser.get("/map/edit/api/inn/game").json() == post("plan")["undone"] == []
    post("apply", revision=revision)
    work_on(jobs.all_jobs()[-1])
    assert run("plan")[0] == run("pull")[0] == 0
    assert ObjectDB.objects.get(pk=cellar.pk).xyz[:2] == (2, 0)
