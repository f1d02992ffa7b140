"""Every string that players see goes through gettext.

A translation that puts each text between ⟦ and ⟧ is installed, and all that players can type, and
all that befalls them, is done. Names of this world have no Latin letters, so that a letter outside
of the brackets is a string that no translator gets to see. Words of exits are names as well.

    πόλη   1 α-I-#|#      α αγορά, I a room to stop at, | a locked door
           0 #-#i# #      i a link to stop before; the last room is cut off
"""

import re
import sys

import pytest
from django.utils import translation
from evennia.utils.ansi import strip_ansi
from spawned import spawned_once
from worlds import DRAIN, SHORE, room_at

from tools import messages
from xyzgrid_ext.commands import XYZGridFlyDiveCmdSet

COMMANDS = {"goto", "path"}  # their words are what is typed
TOWN = r"""
+ 0 1 2 3

1 #-I-#-#
  |
0 #-#i# #

+ 0 1 2 3
"""
FLOOR = "+\n\n  #-{stairs}\n\n+"


def room(key, desc="…"):
    return {"prototype_parent": "xyz_room", "key": key, "desc": desc}


DOOR = {
    "prototype_parent": "xyz_exit",
    "key": "πύλη",
    "locks": "traverse:false()",
    "attrs": [("err_traverse", "…")],
}
NAMES = {
    (0, 1): room("αγορά"), (1, 1): room("στοά"), (2, 1): room("αυλή"), (3, 1): room("κήπος"),
    (0, 0): room("κελί δ"), (1, 0): room("κελί ε"), (2, 0): room("κελί ζ"),
    (3, 0): room("νησί"),
}  # fmt: skip
shared_maps = spawned_once(
    {"zcoord": "πόλη", "map": TOWN, "prototypes": NAMES | {(2, 1, "e"): DOOR}},
    {
        "zcoord": "πύργος",
        "levels": [FLOOR.format(stairs=s) for s in "UD"],
        "prototypes": {("*", "*", "*"): room("όροφος")},
    },
    {
        "zcoord": "υπόνομος",
        "matrix": DRAIN,
        "options": {"play": "matrix"},
        "transitions": {(0, 0, 0, "έξω"): (0, 0, "ακτή:0")},
        "prototypes": {("*", "*", "*"): room("σήραγγα"), (0, 0, 0): room("σχάρα")},
    },
    {
        "zcoord": "ακτή",
        "matrix": SHORE,
        "transitions": {(0, 0, 0, "μέσα"): (0, 0, "υπόνομος:0")},
        "prototypes": {("*", "*", "*"): room("άμμος")},
    },
)


@pytest.fixture(scope="module")
def for_translators():
    """All texts that `make messages` finds."""
    return {
        text
        for one in messages.templates().values()
        for message in one
        for text in (message.id if message.pluralizable else [message.id])
    }


@pytest.fixture
def translated(monkeypatch, for_translators):
    def one_of(text, frames=2):
        if sys._getframe(frames).f_globals["__name__"].startswith("xyzgrid_ext."):
            assert text in for_translators
        return f"⟦{text}⟧"

    def many(one, more, number):
        return one_of(one if number == 1 else more, 3)

    monkeypatch.setattr(translation._trans, "gettext", one_of)
    monkeypatch.setattr(translation._trans, "ngettext", many)


@pytest.fixture
def people(grid, make_player, limbo, translated):
    """Return a function: (x, y, z) or None -> a player there, and one who watches."""
    limbo.key = "Λίμνη"

    def put(xyz, name="Άννα", **kwargs):
        place = room_at(grid, *xyz) if xyz else limbo
        player = make_player(name, location=place, **kwargs)
        player.character.cmdset.add(XYZGridFlyDiveCmdSet)
        return player

    return put


def exits_of(grid):
    """The words of all exits, which are names."""
    ways = {way for one in grid.live.grids.values() for way in one.ways}
    words = {word for way in ways for word in (way.key, way.token, *way.aliases)}
    letters = {word[0] for word in words} | set("UDIi")  # on maps
    return words | letters | COMMANDS


def outside(text):
    """What stands outside of all brackets."""
    depth, found = 0, []
    for letter in text:
        depth += letter == "⟦"
        if not depth:
            found.append(letter)
        depth -= letter == "⟧"
    assert depth == 0, text
    return "".join(found)


def escaped(text, grid):
    words = re.findall(r"[A-Za-z]+", outside(strip_ansi(text)))
    return [word for word in words if word not in exits_of(grid)]


def assert_translated(player, grid, lines):
    for line in lines:
        told = player.types(line)
        assert told, line
        assert not escaped(told, grid), (line, told)


def test_walks(people, grid, clock, limbo):
    def heard(player, *lines, steps=12):
        before = len(player.sent)
        for line in lines:
            player.types(line)
        for _ in range(steps):
            clock.advance(0.5)
        told = player.text_since(before)
        assert told
        assert not escaped(told, grid), (lines, told)
        return told

    ann = people((0, 1, "πόλη"))
    watcher = people((1, 1, "πόλη"), "Βέρα")
    assert "stop here" in heard(ann, "goto κήπος")
    assert "locked" in heard(ann, "goto")
    assert "stop here" in heard(ann, "goto (2,0)")
    assert "Take" in heard(ann, "goto")
    assert "arrived" in heard(ann, "goto αγορά")
    assert "You stop on" in heard(ann, "goto κελί ε", "goto", "goto", steps=0)
    heard(ann, "path clear", steps=0)
    ann.types("goto στοά")
    ann.character.move_to(limbo, quiet=True)
    assert "left the maps" in heard(ann)
    ann.character.move_to(room_at(grid, 0, 0, "πόλη"), quiet=True)
    ann.types("goto στοά")
    ann.character.move_to(room_at(grid, 3, 0, "πόλη"), quiet=True)
    assert "no way" in heard(ann)
    ann.character.move_to(room_at(grid, 2, 1, "πόλη"), quiet=True)
    heard(ann, "goto (1,0)", "east", "west", steps=1)
    ann.types("goto κελί ε")
    room_at(grid, 1, 0, "πόλη").delete()
    assert "no longer exists" in heard(ann)
    assert not escaped(watcher.text_since(0), grid)


def test_ways_and_company(people, grid, clock, limbo):
    ann = people((0, 1, "πόλη"))
    vera = people((0, 1, "πόλη"), "Βέρα")
    room_at(grid, 1, 1, "πόλη").tags.add("λουτρό")
    north = grid.live.exit(room_at(grid, 1, 1, "πόλη").here, "e")
    north.db.needs = ["item:κλειδί"]
    assert_translated(
        ann,
        grid,
        ["path nearest λουτρό", "path nearest σπίτι", "path/explored αυλή", "path/walk αυλή",
         "path αυλή", "path κελί δ via στοά", "path (0,0) via σελήνη", "path (0,0) via ",
         "path βέρα", "goto βέρα", "follow", "follow άννα", "follow βέρα", "follow βέρα",
         "follow", "follow/alone", "follow/alone", "follow βέρα"],
    )  # fmt: skip
    vera.types("goto (0,0)")
    for _ in range(4):
        clock.advance(0.5)
    assert_translated(vera, grid, ["follow", "goto στοά", "follow/alone", "follow/alone"])
    assert_translated(ann, grid, ["follow βέρα"])
    limbo.db.desc = "…"
    vera.character.move_to(limbo, quiet=True)
    assert_translated(ann, grid, ["goto βέρα", "follow βέρα"])
    for player in (ann, vera):
        assert not escaped(player.text_since(0), grid)


def test_who_comes_back_is_told_of_the_walk(people, grid, clock):
    ann = people((0, 1, "πόλη"))
    ann.types("goto κελί ε")
    ann.account.unpuppet_object(ann.session)
    before = len(ann.sent)
    ann.account.puppet_object(ann.session, ann.character)
    told = ann.text_since(before)
    assert "You were walking" in told
    assert not escaped(told, grid)


# where somebody stands, where somebody else who hears it, and what is typed
LINES = {
    "off the maps": (None, None, [
        "map", "map σελήνη", "goto", "path", "goto αγορά", "goto (1,1)", "path (1,1,σελήνη)",
        "path clear", "fly", "dive", "moves", "hint", "save", "restart", "give up", "north",
        "wormhole", "out", "forward",
    ]),
    "places, maps and ways": ((0, 1, "πόλη"), None, [
        "look", "map", "map +", "map 4", "map σελήνη", "map πύργος", "map πύργος:9", "map list",
        "map υπόνομος", "map ακτή:1",
        "goto", "path", "goto σελήνη", "goto (x,y)", "goto (9,9)", "goto (0,0,5)",
        "goto (0,0,πύργος)", "goto (0,0,9,πύργος)", "goto (0,0,σελήνη)", "goto (0,0,0,σελήνη)",
        "goto (0,1)", "goto νησί", "path κελί", "path (2,0,0,υπόνομος)", "goto σήραγγα",
        "path κήπος", "path", "map", "look", "path clear", "path clear", "path (2,0)",
        "moves", "hint", "save", "restart", "give up", "fly", "dive", "northwest",
    ]),
    "up and down": ((1, 0, "πύργος:0"), (1, 0, "πύργος:1"), [
        "look", "fly", "fly", "dive", "dive", "map 1", "map 7", "map -",
    ]),
    "a matrix that is explored": ((0, 0, "ακτή:0"), (1, 0, "ακτή:0"), [
        "look", "moves", "up", "look", "map", "wormhole", "map 1", "path (0,1,0)", "forward",
        "goto (0,0,0)", "moves", "hint", "save", "restart", "give up",
    ]),
    "a matrix that is played": ((0, 0, "ακτή:0"), (0, 0, "υπόνομος:0"), [
        "μέσα", "look", "moves", "hint", "save", "restart saved", "restart x", "restart",
        "map", "goto αγορά", "path", "fly", "left", "out", "wormhole", "forward", "hint", "save",
        "up", "right", "backward", "look", "moves", "hint", "save", "give up", "give up",
        "restart", "right", "moves", "hint", "save", "look", "restart saved", "give up",
        "up", "give up", "forward", "restart", "up", "wormhole", "restart", "έξω",
    ]),
    "what builders are told": ((0, 1, "πόλη"), None, [
        "map list", "map raw", "map raw πύργος:1", "map raw σελήνη", "tel (9,9)",
        "tel (1,1,σελήνη)", "tel (0,0,πύργος)", "open χ = (9,9)", "open χ", "open east = (1,1)",
    ]),
}  # fmt: skip


@pytest.mark.parametrize("name", LINES)
def test_lines_are_answered_in_the_language(people, grid, name):
    here, near, lines = LINES[name]
    ann = people(here, permissions=["Builder"] if "builders" in name else [])
    watcher = people(near, "Βέρα") if near else None
    assert_translated(ann, grid, lines)
    assert watcher is None or not escaped(watcher.text_since(0), grid)
