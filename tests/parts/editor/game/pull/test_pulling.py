"""What builders change in the game, taken into the files: `pull`, by terminal and in the game."""

import time

import pytest
from evennia import create_object
from evennia.objects.models import ObjectDB
from worlds import CUBE, DRAWN, room_named

from tests.parts.editor.game.inn_map import INN, does
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.xyzroom import XYZRoom

AREA = '{"seed": 5, "area": (301, 530, 3, 2)}'


def test_names_and_descriptions_go_into_the_file_and_nothing_else(inn, builder, run):
    does(builder, "desc here = A dark hall.", "name here = Great Hall")
    code, told = run("pull", "inn")
    assert code == 2
    assert "~ (0,0,Inn) key: Hall -> Great Hall" in told
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
    code, told = run("pull", "(1,0,Inn)")
    assert code == 2, told
    assert "+ (2,0,Inn) Cellar: a new room" in told
    assert "+ (1,0,Inn) east -> (2,0,Inn)" in told
    assert "? (2,0,Inn) south: it leads to Vault" in told
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
    assert run("path", "(0,0,Inn)", "(2,0,Inn)")[0] == 0
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
    assert "~ (0,0,Inn) east destination: (1,0,Inn) -> (1,1,Inn)\n" in told
    assert "~ (0,0,Inn) tags + cosy (mood)\n" in told
    assert "- (1,0,Inn) north: removed in the game\n" in told
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
    assert "! (0,0,Inn) attribute desc: A bright hall. -> A dark hall." in told
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
    assert "? (1,0,lane) west: removed in the game: Rooms and exits stand in a drawing" in told
    assert "? (2,0,lane) Field: a new room" in told
    assert "stand in a drawing" in told
    assert files[1].read_text() == DRAWN.replace('"Lane"', '"Long Lane"')
    assert "~ (1,0,lane) west: destination nothing -> (0,0,lane)\nnothing to make" in run("plan")[1]


@pytest.mark.beside("lands")
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


@pytest.mark.beside("lands")
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


WILDS = """XYMAP_DATA = {
    "zcoord": "wilds",
    "land": {"seed": 5, "places": {"Ashwick": (302, 530)}},
}
"""


@pytest.mark.beside("lands")
def test_what_was_changed_on_a_land_is_taken_however_much_of_it_is_drawn(
    spawned, run, settings, tmp_path
):
    settings.CACHE_DIR = str(tmp_path)
    settings.XYZGRID_LIMITS = {"edit_rooms": 10}
    (file,) = spawned(WILDS)
    run("spawn", "--yes")  # which writes down what the file says
    XYZRoom.objects.get_xyz((302, 531, "wilds")).db.desc = "A grey church."
    far = XYZRoom.objects.get_xyz((-600, -300, "wilds"))
    far.key = "Lodge"
    told = run("pull", "--apply")[1]
    assert "2 changes of 2 rooms taken" in told
    assert '(302, 531): {\n            "desc": "A grey church.",' in file.read_text()
    assert '(-600, -300): {\n            "key": "Lodge",' in file.read_text()
    assert run("pull")[0] == 0


SMITHY = """
COIN = {"prototype_parent": "xyz_thing", "key": "coin"}
NAIL = {
    **COIN,
    "key": "nail",
}
INES = {
    "prototype_parent": "xyz_person",
    "key": "Ines",
    "desc": "She hammers.",  # all day
    "tags": [("smith", "trade")],
    "talk": {"lines": ["Mind the sparks."]},
}
WATCH = {"prototype_parent": "xyz_person", "key": "watch", "desc": "A lamp."}
XYMAP_DATA = {
    "zcoord": "smithy",
    "rooms": {
        (0, 0): {
            "key": "Smithy",
            "contents": [
                {"prototype": INES, "contents": [{"prototype": NAIL}]},
                {"prototype": COIN},
                {"prototype": "xyz_person", "name": "someone"},
                {"prototype": {"prototype_parent": "xyz_person", "key": "boy"}, "count": 2},
            ],
        },
    },
    "contents": [{"prototype": WATCH, "name": "lamp", "rooms": [(0, 0)]}],
}
"""
# what is done by hand to what, what `pull` says of it, and what the file has in place of what
TAKEN = [
    ("Ines", lambda ines: setattr(ines.db, "desc", "She rests."),
     "~ (0,0,smithy) ines (1) attribute desc: She hammers. -> She rests.", "hammers", "rests"),
    ("Ines", lambda ines: ines.tags.add("old", category="age"),
     "tags + old (age)", '("smith", "trade")', '("smith", "trade"), ("old", "age")'),
    ("Ines", lambda ines: setattr(ines.db, "talk", {"lines": ["No."]}),
     "attribute talk", "Mind the sparks.", "No."),
    ("nail", lambda nail: setattr(nail.db, "desc", "Bent."),
     "~ (0,0,smithy) ines (1)/nail (1) attribute desc: nothing -> Bent.",
     '"nail",', '"nail",\n    "desc": "Bent.",'),
    ("watch", lambda watch: setattr(watch, "key", "Night watch"),
     "~ (0,0,smithy) lamp (any 1) key: watch -> Night watch", '"watch"', '"Night watch"'),
]  # fmt: skip
LEFT = [
    ("Ines", lambda ines: setattr(ines, "key", "Inez"), 'give its row a "name" first'),
    ("coin", lambda coin: setattr(coin.db, "desc", "Old."), "`COIN` is not written out here alone"),
    ("boy", lambda boy: setattr(boy.db, "desc", "Tall."), "says it for several of a kind"),
    ("someone (1)", lambda someone: setattr(someone.db, "desc", "Nobody."),
     ": the prototype 'xyz_person' is in xyzgrid_ext.prototypes"),
    ("watch", lambda watch: watch.permissions.add("Helper"), "only `pull --classes` takes"),
]  # fmt: skip
NOTHING = [
    ("Ines", lambda ines: ines.move_to(None, to_none=True)),
    ("Ines", lambda ines: ines.attributes.add("coins", 7)),
    ("nail", lambda nail: nail.delete()),
    ("watch", lambda watch: watch.get_numbered_name(2, watch)),
    ("coin", lambda coin: coin.move_to(room_named("Limbo"), quiet=True)),
]


def kept():
    """Look after the smithy; return what is in the game."""
    from xyzgrid_ext.parts.contents.respawning import fill_rooms_steps

    drain(fill_rooms_steps(current(), [("smithy", 0)], time.time()))
    return sorted(ObjectDB.objects.values_list("pk", "db_key"))


@pytest.mark.beside("contents")
@pytest.mark.parametrize("rows", [NOTHING, LEFT, TAKEN, TAKEN + LEFT[1:]])
def test_what_stands_in_rooms_goes_into_the_file(spawned, run, rows):
    (file,) = spawned(SMITHY)
    kept()
    text = SMITHY
    things = [ObjectDB.objects.filter(db_key=name).last() for name, *_ in rows]
    for thing, (_name, deed, *_told) in zip(things, rows, strict=True):
        deed(thing)
    code, told = run("pull")
    for line, *words in (row[2:] for row in rows if rows is not NOTHING):
        assert line in told
        text = text.replace(*words) if words else text
    assert code == (2 if text != SMITHY else 0), told
    there = kept()
    assert run("pull", "--apply")[0] == (len(rows) > len(TAKEN) or rows is LEFT)
    assert file.read_text() == text
    assert run("plan")[0] == 0
    assert run("pull")[1].count("\n~") == 0
    assert kept() == there
    file.write_text(text.replace("A lamp.", "A torch."))  # the file changes as well
    ObjectDB.objects.get(db_key__icontains="watch").db.desc = "Dark."
    clash = "! (0,0,smithy) lamp (any 1) attribute desc: A torch. -> Dark."
    assert clash in run("pull")[1]
