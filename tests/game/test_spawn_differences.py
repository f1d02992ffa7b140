"""What our spawner makes is what the contrib's own makes, but for `tests/golden/spawn_differences`.

The same maps are spawned both ways, and all rows of each room and exit are compared. `make golden`
writes the golden text anew; a line that is new there is without a reason, which a person has to
give.
"""

import importlib.util
import os
import re
import sys
from pathlib import Path

import pytest
from contrib_games import unnamed_in_locks
from evennia.contrib.grid.xyzgrid import example, xymap, xymap_legend
from evennia.contrib.grid.xyzgrid import xyzgrid as contrib_grid
from evennia.objects.models import ObjectDB
from evennia.prototypes import prototypes as protlib
from evennia.utils.create import create_object
from spawned import savepoint_undone

from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "spawn_differences"
HEAD = """\
What a spawned world has otherwise than one that the contrib's own spawner made, and why.
A line with - is what only the contrib makes, with + what only we make; <direction> is one of many.
`make golden` writes this text anew.
"""
NO_REASON = "because: (say why)"
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
RANDOM = re.compile(r"prototype-[0-9a-f]+|0x[0-9a-f]+")


@pytest.fixture(autouse=True)
def _classes_of_legends():
    """The contrib's parser writes into the classes of legends: put back what was there."""
    classes = {
        cls
        for data in (*example.XYMAP_DATA_LIST, {"legend": xymap_legend.LEGEND})
        for cls in data.get("legend", {}).values()
    }
    before = [(cls, vars(cls).get("prototype", classes)) for cls in classes]
    yield
    for cls, prototype in before:
        if prototype is not classes:
            cls.prototype = prototype
        elif "prototype" in vars(cls):
            del cls.prototype


def fresh_module(name, monkeypatch):
    """A module of maps, made anew, as the contrib writes into its prototypes."""
    spec = importlib.util.find_spec(name)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return name


def facts():
    """Of each room and exit, what the database holds of it, a line each."""
    tags = objects.coordinates()
    where = {pk: objects.xyz_in(own) for pk, own in tags.items()}
    found = {}
    for obj in ObjectDB.objects.filter(pk__in=where):
        xyz = where[obj.pk]
        kind = "exit" if obj.db_destination_id else "room"
        name = (kind, xyz, where.get(obj.db_destination_id))
        assert name not in found, f"two {kind}s at {name}"
        found[name] = set(lines_of(obj, where))
    return found


def lines_of(obj, where):
    yield f"key {obj.db_key}"
    yield f"typeclass {obj.db_typeclass_path}"
    yield f"home {obj.db_home and obj.db_home.key}"
    yield f"location {obj.db_location_id and where[obj.db_location_id]}"
    yield f"cmdset {obj.db_cmdset_storage}"
    for lock in obj.db_lock_storage.split(";"):
        # some name the object's own number
        yield f"lock {lock.replace(f'id({obj.pk})', 'id(<own>)')}"
    for tag in obj.db_tags.all():
        kind = tag.db_tagtype or "tag"
        yield f"{kind} {tag.db_key} category {tag.db_category} data {tag.db_data}"
    for attribute in obj.db_attributes.all():
        locks = attribute.db_lock_storage
        yield (
            f"attribute {attribute.db_key} category {attribute.db_category} "
            f"type {attribute.db_attrtype} lock {locks!r} = {attribute.db_value!r}"
        )


def generalised(kind, line):
    line = UUID.sub("<hash>", RANDOM.sub("<hash>", line))
    line = re.sub(
        r"^tag \S+ category exit_direction", "tag <direction> category exit_direction", line
    )
    return f"{kind} {line}"


def differences(theirs, ours):
    assert theirs.keys() == ours.keys()
    found = set()
    for (kind, *_), their, our in ((name, theirs[name], ours[name]) for name in theirs):
        found |= {f"- {generalised(kind, line)}" for line in their - our}
        found |= {f"+ {generalised(kind, line)}" for line in our - their}
    return found


@pytest.fixture
def compared(limbo, monkeypatch, tmp_path):
    """Return a function: name of a module of maps -> how the two spawners differ."""
    monkeypatch.setattr(xymap, "_CACHE_DIR", str(tmp_path))
    create_object("evennia.DefaultRoom", key="Lodge")

    def compare(name):
        # the prototypes xyz_room and xyz_exit as a game of the contrib has them
        with savepoint_undone(), monkeypatch.context() as patch:
            patch.setattr(protlib, "_MODULE_PROTOTYPES", dict(protlib._MODULE_PROTOTYPES))
            protlib.load_module_prototypes("evennia.contrib.grid.xyzgrid.prototypes")
            grid, _ = contrib_grid.XYZGrid.create("by the contrib")
            grid.add_maps(*grid.maps_from_module(fresh_module(name, patch)))
            grid.reload()
            with unnamed_in_locks():
                grid.spawn()
            theirs = facts()
        assert not facts()
        fresh_module(name, monkeypatch)
        with savepoint_undone():
            ours = get_xyzgrid()
            ours.add(name)
            ours.spawn()
            found = facts()
        return differences(theirs, found)

    return compare


def golden():
    """The lines of the golden text, each with its reason."""
    found, line = {}, None
    for text in GOLDEN.read_text(encoding="utf-8").splitlines() if GOLDEN.exists() else ():
        if text.startswith(("- ", "+ ")):
            line = text
            found[line] = ""
        elif line and text.startswith("    "):
            found[line] = f"{found[line]}\n{text}".strip("\n")
        else:
            line = None
    return found


def test_a_spawned_world_is_the_contribs_but_for_the_golden_text(compared):
    found = compared(example.__name__) | compared("feature_maps")
    known = golden()
    if os.environ.get("XYZGRID_GOLDEN"):
        lines = [f"{line}\n{known.get(line) or '    ' + NO_REASON}" for line in sorted(found)]
        GOLDEN.write_text(HEAD + "\n" + "\n\n".join(lines) + "\n", encoding="utf-8")
    assert found == set(golden())
