"""What builders change in the game, taken into the files: `pull`, by terminal and in the game."""

import pytest
from evennia import create_object
from evennia.objects.models import ObjectDB
from worlds import CUBE, DRAWN, room_named

from tests.parts.editor.game.inn_map import INN, does
from xyzgrid_ext.xyzroom import XYZRoom

pytestmark = pytest.mark.django_db
AREA = '{"seed": 5, "area": (301, 530, 3, 2)}'


def test_what_nobody_changed_is_not_pulled(files, run):
    code, told = run("pull")
    assert (code, told) == (0, "Nothing to take: the files say what is in the game.\n")


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
