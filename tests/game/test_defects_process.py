"""Rooms in a process that has just begun (10 of `spec/upstream.md`)."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import migrated_database

LANE = {"zcoord": "lane", "map": "\n+ 0 1 2\n\n0 #-#-#\n\n+ 0 1 2\n\n"}
_FRESH = """
import sys
import django
django.setup()
import evennia
evennia._init()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from evennia.objects.models import ObjectDB
from evennia.typeclasses.tags import Tag
for number, path in enumerate({paths!r}):
    room = ObjectDB.objects.create(db_key=path)
    ObjectDB.objects.filter(pk=room.pk).update(db_typeclass_path=path)  # imports nothing
    for key, category in ((str(number), "room_x_coordinate"), ("0", "room_y_coordinate"),
                          ("lane", "room_z_coordinate")):
        tag, _ = Tag.objects.get_or_create(
            db_key=key, db_category=category, db_model="objectdb", db_tagtype=None)
        room.db_tags.add(tag)
ObjectDB.flush_instance_cache(force=True)
assert "ownrooms" not in sys.modules
from xyzgrid_ext.game.maps.plane_map import PlaneMap
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
grid = get_xyzgrid()
grid.add("lanemap")
for number in range(2):
    room = grid.live.object(grid.live.room_at_xyz(number, 0, "LANE"))
    print(type(room).__module__, room.xyz)
"""
_OWN_ROOM = """
from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from xyzgrid_ext.xyzroom import XYZRoomMixin

class OwnRoom(XYZRoomMixin, contrib.XYZRoom):
    __applabel__ = "typeclasses"
    objects = contrib.XYZManager()
"""


def test_rooms_are_found_although_nobody_imported_their_class(tmp_path):
    """In a fresh process, with a database file: also those of a class of the game's own."""
    if (migrated := migrated_database.kept_file()).exists():
        shutil.copy(migrated, tmp_path / "fresh.db3")  # leaves less to migrate
    (tmp_path / "ownrooms.py").write_text(_OWN_ROOM)
    (tmp_path / "lanemap.py").write_text(f"XYMAP_DATA = {LANE!r}\n")
    (tmp_path / "fresh_settings.py").write_text(
        "from server.conf.test_settings import *\n"
        "DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3',"
        f" 'NAME': {str(tmp_path / 'fresh.db3')!r}}}}}\n"
    )
    repository = Path(__file__).resolve().parents[2]
    folders = [str(tmp_path), str(repository / "mygame"), str(repository)]
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            _FRESH.format(paths=["xyzgrid_ext.xyzroom.XYZRoom", "ownrooms.OwnRoom"]),
        ],
        capture_output=True,
        text=True,
        cwd=repository / "mygame",
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(folders),
            "DJANGO_SETTINGS_MODULE": "fresh_settings",
        },
    )
    assert done.stdout.splitlines()[-2:] == [
        "xyzgrid_ext.xyzroom (0, 0, 'lane')",
        "ownrooms (1, 0, 'lane')",
    ], done.stderr
