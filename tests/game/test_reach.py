"""What builders ask about the ways around a room, in a terminal and in the game.

town  A-B->C    from A: B and C, and no way back from C
isle  D         no way there at all
"""

from evennia.objects.models import ObjectDB
from spawned import spawned_once

TOWN = "\n+ 0 1 2\n\n0 #-#>#\n\n+ 0 1 2\n"
ISLE = "\n+ 0\n\n0 #\n\n+ 0\n"
BEYOND = """out of reach from (0,0,town) Ash:
  isle: 1 of 1 rooms
no way back to (0,0,town) Ash:
  town: 1 of 3 rooms
    (2,0,town) Cedar
"""
AROUND = """2 rooms within 1 step of (0,0,town) Ash:
     0  (0,0,town) Ash
     1  (1,0,town) Beech
"""


NAMES = {(0, 0): "Ash", (1, 0): "Beech", (2, 0): "Cedar"}
ROOMS = {at: {"prototype_parent": "xyz_room", "key": key} for at, key in NAMES.items()}
shared_maps = spawned_once(
    {"zcoord": "town", "map": TOWN, "prototypes": ROOMS}, {"zcoord": "isle", "map": ISLE}
)


def test_terminal_tells_what_is_within_reach_or_a_trap_and_refuses_no_room(grid, run):
    assert run("reach", "(0,0,town)") == (0, BEYOND)
    assert run("reach", "ash") == (0, BEYOND)
    assert run("reach", "(0,0,town)", "1") == (0, AROUND)
    assert run("reach", "(9,9,town)")[0] == 1
    assert run("reach")[1].startswith("reach needs a room\n")
    assert run("reach", "(0,0,town)", "-3")[1].startswith("-3 is no number of steps\n")
    for part in ("(x,town)", "(*,*,town"):
        assert run("plan", part)[1].startswith(f"'{part}' is not a coordinate\n")
    assert run("reach", "(0,0,town)", "9" * 5000)[0] == 1
    assert run("reach", "the Ash", "1") == run("reach", "Ash", "1")
    assert run("path", "the Ash", "an ash")[0] == 0


def test_builders_ask_it_where_they_stand(grid, superuser):
    superuser.character.move_to(ObjectDB.objects.get(db_key="Ash"), quiet=True)
    assert superuser.types("xyzgrid reach").strip() == BEYOND.strip()
    assert superuser.types("xyzgrid reach 1").strip() == AROUND.strip()
    assert superuser.types("xyzgrid reach (0,0,town) 1").strip() == AROUND.strip()
    assert superuser.types("xyzgrid reach (0,0) 1").strip() == AROUND.strip()
    assert "no room is called 'oz'" in superuser.types("xyzgrid reach oz")
