"""Areas of maps that are written by builders in the game, and planned in the editor."""

from worlds import room_at

from tests.parts.editor.game.inn_map import does
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

COPSE = """\
XYMAP_DATA = {
    "zcoord": "copse",
    "rooms": {
        (0, 0): {"key": "Oak", "exits": {"east": (1, 0)}},
        (1, 0): {"exits": {"west": (0, 0)}},
    },
    "areas": {
        "wood": {"rooms": ["(0,0)-(1,0)"], "prototype": {"key": "Beech", "desc": "Leaves."}},
    },
}
"""


def test_values_of_areas_are_nobodys_change_and_go_with_them(spawned, builder, run):
    (file,) = spawned(COPSE)[-1:]
    assert "Nothing to take" in run("pull", "copse")[1]
    assert run("plan")[0] == 0
    does(builder, f"tel {room_at(get_xyzgrid(), 1, 0, 'copse').dbref}", "desc here = A stump.")
    assert run("pull", "copse", "--apply")[0] == 0
    assert '"A stump."' in file.read_text()
    assert "Beech" in file.read_text().split("areas")[1], "and not in the room"
    assert run("plan")[0] == 0
    file.write_text(file.read_text().replace(', "desc": "Leaves."', ""))
    get_xyzgrid().reload()
    assert "Oak: attribute desc Leaves. -> An empty room." in run("plan")[1]
