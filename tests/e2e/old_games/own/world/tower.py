"""A map of drawn levels, with stairs of the game's own."""

from xyzgrid_ext.game.maps.stairs import StairsUp


class Ladder(StairsUp):
    """Stairs of a look and a name of their own; they take twice as long."""

    symbol = "L"
    display_symbol = "H"
    spawn_aliases = {"up": ("ladder", "up", "u")}  # noqa: RUF012
    stairs_weight = 2


XYMAP_DATA = {
    "zcoord": "tower",
    "levels": ["+ 0 1\n\n0 #-U\n\n+ 0 1", "+ 0 1\n\n0 L-D\n\n+ 0 1", "+ 0 1\n\n0 D\n\n+ 0 1"],
    "legend": {"L": Ladder},
    "prototypes": {
        (0, 0, 2): {"prototype_parent": "xyz_room", "key": "The Roof"},
        (1, 0, 0, "up"): {"prototype_parent": "xyz_exit", "desc": "Worn steps."},
    },
}
