"""The base prototypes `xyz_room`, `xyz_exit` and `xyz_thing`, for `PROTOTYPE_MODULES`.

Map modules name them as `prototype_parent`, and those of parts, such as `xyz_machine`. A game adds
to the first two with the settings `XYZROOM_PROTOTYPE_OVERRIDE` and `XYZEXIT_PROTOTYPE_OVERRIDE`.
"""

from xyzgrid_ext.game import paths
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.parts import chosen_parts

room_prototype = {
    "prototype_key": "xyz_room",
    "typeclass": paths.ROOM,
    "prototype_tags": ["xyzroom"],
    "key": "A room",
    "desc": "An empty room.",
    **settings.setting_value("XYZROOM_PROTOTYPE_OVERRIDE"),
}
"""The base of every room's prototype."""
exit_prototype = {
    "prototype_key": "xyz_exit",
    "typeclass": paths.EXIT,
    "prototype_tags": ["xyzexit"],
    "desc": "An exit.",
    **settings.setting_value("XYZEXIT_PROTOTYPE_OVERRIDE"),
}
"""The base of every exit's prototype."""
_of_parts = {name: path for part in chosen_parts().parts for name, path in part.prototypes.items()}
_classes = {"xyz_thing": settings.django_settings.BASE_OBJECT_TYPECLASS, **_of_parts}

PROTOTYPE_LIST = [
    room_prototype,
    exit_prototype,
    *({"prototype_key": name, "typeclass": path} for name, path in _classes.items()),
]
"""All base prototypes; Evennia reads this name in each of PROTOTYPE_MODULES."""
