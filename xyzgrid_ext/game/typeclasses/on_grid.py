"""The common part of rooms and exits: access to the grid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xyzgrid_ext.core.grid.overrides import parse_whole_number
from xyzgrid_ext.game.base.evennia_types import Looker, ObjectMixin
from xyzgrid_ext.game.text import descriptions
from xyzgrid_ext.game.world.current import current, get_grid
from xyzgrid_ext.game.world.world import Live

if TYPE_CHECKING:  # a room finds the script by its row, and needs nothing that the script does
    from xyzgrid_ext.game.typeclasses.script import GridScript


class Described(ObjectMixin):
    """Mixed into a class of objects: their description may be a list of parts."""

    def get_display_desc(self, looker: Looker, **kwargs: Any) -> str:
        """Return the description as somebody reads it."""
        if descriptions.is_in_parts(description := self.db.desc):
            place, in_full = self.location or self, kwargs.get("in_full", False)
            return descriptions.render(description, looker, place, in_full=in_full)
        return str(super().get_display_desc(looker, **kwargs))  # type: ignore[misc]


class OnGrid(Described):
    """The base of rooms and exits, with access to the grid."""

    @property
    def xyzgrid(self) -> GridScript:
        """The grid's script."""
        grid: GridScript = get_grid()
        return grid

    live: Live = property(current, doc="The running world.")  # type: ignore[assignment]

    @property
    def xymap(self) -> Any:
        """The map or level of the object; None if it is on none."""
        return self.xyzgrid.get_map(self.xyz[2])  # type: ignore[attr-defined]

    @property
    def xyzmap(self) -> Any:
        """The map or level of the object, under the contrib's other name; None if it is on none."""
        return self.xymap

    def _coordinate(self, categories: tuple[str, str, str]) -> tuple[Any, Any, Any]:
        """Return (int, int, str) from tags, with None for a missing part, as during creation."""
        if self.pk is None:
            # deleted: to ask for its tags would fail, with an error that prints the object
            return None, None, None
        x, y, z = (self.tags.get(category=c, return_list=False) for c in categories)
        return (None if x is None else int(x)), (None if y is None else int(y)), parse_map_name(z)


def parse_map_name(name: str | None) -> str | int | None:
    """Return the name of a map, as an int if it is numeric, as in the contrib's rooms; or None."""
    number = parse_whole_number(name)
    return number if str(number) == name else name
