"""Work for other processes that is not just one call of core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xyzgrid_ext.core.dungeon import Dungeon, Parameters, generate
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.masks import Catalogue


def dungeons(
    catalogue: Catalogue, solved: Mapping[str, bool], wanted: Sequence[Parameters]
) -> list[Dungeon | GridError]:
    """Make dungeons and prove them, up to the first that fails; its error is returned.

    Many are made at once, since sending the catalogue takes as long as making a dungeon.
    """
    made: list[Dungeon | GridError] = []
    for parameters in wanted:
        try:
            made.append(generate(parameters, catalogue, solved))
        except GridError as error:
            return [*made, error]
    return made


def furnished(parameters: Parameters, catalogue: Catalogue, solved: Mapping[str, bool]) -> Dungeon:
    """Return a dungeon with its furniture, the slowest part, which is usually made on demand."""
    dungeon = generate(parameters, catalogue, solved)
    assert dungeon.rooms
    return dungeon
