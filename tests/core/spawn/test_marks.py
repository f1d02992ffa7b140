"""Who has changed a row since it was spawned: the file, the game, or both."""

from dataclasses import replace

import pytest

from xyzgrid_ext.core.spawn import ChangedBy, RoomSpec, Row, Template, Traits, who_changed
from xyzgrid_ext.core.spawn.marks import spec_marks

NEEDS, LIGHT = ("needs", None), ("light", None)
SPAWNED = Template(
    "xyz_room",
    "typeclasses.Room",
    attrs={LIGHT: (3, "")},
    aliases=("Inn",),
    locks=("traverse:all()",),
    tags=(("warm", None, None),),
)
OLD = Row(
    7,
    "Hall",
    Traits(
        SPAWNED.typeclass,
        aliases=frozenset({"inn", "by hand"}),
        locks=frozenset({"traverse:all()", "control:id(7)"}),
        tags=frozenset({("warm", None), ("by hand", None)}),
        prototypes=frozenset({"xyz_room"}),
        attrs={LIGHT: (3, "")},
    ),
)
BY_FILE = {
    "a tag": ("tags", {"tags": (*SPAWNED.tags, ("inn", None, None))}),
    "an alias": ("aliases", {"aliases": ("Inn", "tavern")}),
    "a need": ("attribute needs", {"attrs": {**SPAWNED.attrs, NEEDS: (["item:key"], "")}}),
    "a value": ("attribute light", {"attrs": {LIGHT: (5, "")}}),
    "a lock": ("locks", {"locks": ("traverse:all()", "view:all()")}),
}


def side(field, new, row, old=SPAWNED):
    base = spec_marks(RoomSpec("Hall", old))
    return who_changed(field, RoomSpec("Hall", replace(SPAWNED, **new)), row, None, base)


@pytest.mark.parametrize(("field", "new"), BY_FILE.values(), ids=BY_FILE)
def test_what_only_the_file_has_added_or_changed_is_no_change_by_hand(field, new):
    assert side(field, new, OLD) is ChangedBy.FILE
    changed = replace(OLD.traits, attrs={LIGHT: (9, "")})
    assert side(field, new, OLD._replace(traits=changed)) is ChangedBy.BOTH


def test_what_only_the_game_has_changed_is_a_change_by_hand():
    dark = OLD._replace(traits=replace(OLD.traits, attrs={LIGHT: (0, "")}))
    assert side("attribute light", {}, dark) is ChangedBy.GAME
    bare = OLD._replace(traits=replace(OLD.traits, tags=frozenset()))
    assert side("tags", {}, bare) is ChangedBy.GAME
    assert side("tags", BY_FILE["a need"][1], bare) is ChangedBy.BOTH
