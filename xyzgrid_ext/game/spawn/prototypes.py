"""The base prototypes `xyz_room` and `xyz_exit`, for `PROTOTYPE_MODULES`.

Map modules name them as `prototype_parent`. A game adds to them with the settings
`XYZROOM_PROTOTYPE_OVERRIDE` and `XYZEXIT_PROTOTYPE_OVERRIDE`.
"""

from xyzgrid_ext.game import compat
from xyzgrid_ext.game.base import settings

PROTOTYPE_LIST = [
    {
        "prototype_key": "xyz_room",
        "typeclass": compat.ROOM,
        "prototype_tags": ["xyzroom"],
        "key": "A room",
        "desc": "An empty room.",
        **settings.room_override(),
    },
    {
        "prototype_key": "xyz_exit",
        "typeclass": compat.EXIT,
        "prototype_tags": ["xyzexit"],
        "desc": "An exit.",
        **settings.exit_override(),
    },
]
