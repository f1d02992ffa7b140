"""The base prototypes `xyz_room` and `xyz_exit`, for `PROTOTYPE_MODULES`.

Map modules name them as `prototype_parent`. A game adds to them with the settings
`XYZROOM_PROTOTYPE_OVERRIDE` and `XYZEXIT_PROTOTYPE_OVERRIDE`.
"""

from xyzgrid_ext.game import paths
from xyzgrid_ext.game.base import settings

room_prototype = {
    "prototype_key": "xyz_room",
    "typeclass": paths.ROOM,
    "prototype_tags": ["xyzroom"],
    "key": "A room",
    "desc": "An empty room.",
    **settings.room_override(),
}
exit_prototype = {
    "prototype_key": "xyz_exit",
    "typeclass": paths.EXIT,
    "prototype_tags": ["xyzexit"],
    "desc": "An exit.",
    **settings.exit_override(),
}

PROTOTYPE_LIST = [room_prototype, exit_prototype]  # what Evennia reads
