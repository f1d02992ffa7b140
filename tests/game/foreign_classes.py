"""Room and exit classes of games, which know only the contrib, or whose hooks fail.

Contrib…     subclass only the contrib's classes, as in every public game
Raising…     each hook that shows something raises
Empty…       these hooks return None
NoSuper…     mix the package's classes in, and call none of its hooks
"""

from evennia.contrib.grid.xyzgrid import xyzroom as contrib

from xyzgrid_ext import xyzroom

SHOWING = (
    "get_display_name",
    "get_display_desc",
    "get_display_exits",
    "get_extra_display_name_info",
    "filter_visible",
    "return_appearance",
    "at_desc",
)


class HookError(Exception):
    """What the hooks of Raising… classes raise."""


def _raises(self, *args, **kwargs):
    if args:  # Evennia's announcements ask by keyword, and nobody could move without an answer
        raise HookError("of the game")
    return self.key


def _returns_none(self, *args, **kwargs):
    return None


class ContribRoom(contrib.XYZRoom):
    """A room as the contrib's page asks for it."""


class ContribExit(contrib.XYZExit):
    """An exit as the contrib's page asks for it."""


class RaisingRoom(contrib.XYZRoom):
    def at_object_receive(self, moved_obj, source_location, **kwargs):
        if source_location is not None:  # at a login, Evennia itself would refuse to go on
            raise HookError("of the game")


class RaisingExit(contrib.XYZExit):
    """An exit whose hooks raise."""


class EmptyRoom(contrib.XYZRoom):
    """A room whose hooks return nothing."""


class EmptyExit(contrib.XYZExit):
    """An exit whose hooks return nothing."""


class NoSuperRoom(xyzroom.XYZRoomMixin, contrib.XYZRoom):
    """A room that is on the grid, and keeps its hooks to itself."""


class NoSuperExit(xyzroom.XYZExitMixin, contrib.XYZExit):
    """An exit that is on the grid, and keeps its hooks to itself."""


for name in SHOWING:
    for cls in (RaisingRoom, RaisingExit):
        setattr(cls, name, _raises)
    for cls in (EmptyRoom, EmptyExit):
        setattr(cls, name, _returns_none)
for name in ("at_object_receive", "at_object_leave"):
    setattr(NoSuperRoom, name, _returns_none)
NoSuperRoom.at_desc = _returns_none


def path(cls):
    return f"{cls.__module__}.{cls.__qualname__}"


OURS = (path(xyzroom.XYZRoom), path(xyzroom.XYZExit))
FOREIGN = {
    "contrib": (path(ContribRoom), path(ContribExit)),
    "raising": (path(RaisingRoom), path(RaisingExit)),
    "empty": (path(EmptyRoom), path(EmptyExit)),
    "no super": (path(NoSuperRoom), path(NoSuperExit)),
}
