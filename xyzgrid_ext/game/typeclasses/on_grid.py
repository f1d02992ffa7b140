"""What rooms and exits of the grid share: the way to the grid."""

from __future__ import annotations

from typing import Any

from evennia.utils.utils import lazy_property

from xyzgrid_ext.core.grid.overrides import whole_number
from xyzgrid_ext.game.base.open_locks import OpenLocks
from xyzgrid_ext.game.typeclasses.script import GridScript, get_xyzgrid
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live


class OnGrid:
    """What rooms and exits share: the way to the grid."""

    @lazy_property
    def locks(self) -> OpenLocks:
        """Evennia's, with a short way through what is open."""
        return OpenLocks(self)

    @property
    def xyzgrid(self) -> GridScript:
        """The grid's script."""
        return get_xyzgrid()

    @property
    def live(self) -> Live:
        """The running world."""
        return current()

    @property
    def xymap(self) -> Any:
        """The map or level that it is on; None if it is on none."""
        return self.xyzgrid.get_map(self.xyz[2])  # type: ignore[attr-defined]

    @property
    def xyzmap(self) -> Any:
        """The same, by the name that the contrib's page gives it."""
        return self.xymap

    def _coordinate(self, categories: tuple[str, str, str]) -> tuple[Any, Any, Any]:
        """(int, int, str) from tags; with None where one is missing, as while it is made."""
        if self.pk is None:  # type: ignore[attr-defined]
            # deleted: to ask for its tags would fail, with an error that prints the object
            return None, None, None
        x, y, z = (self.tags.get(category=c, return_list=False) for c in categories)  # type: ignore[attr-defined]
        return (None if x is None else int(x)), (None if y is None else int(y)), z_of(z)


def z_of(name: str | None) -> str | int | None:
    """The name of a map; a number if the name is one, as in the contrib's rooms."""
    number = whole_number(name)
    return number if str(number) == name else name
