"""The work that is done in other processes and is not one call of core already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xyzgrid_ext.core.dungeon import Dungeon, Parameters, generate
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.masks import Catalogue


def dungeons(
    catalogue: Catalogue, solved: Mapping[str, bool], wanted: Sequence[Parameters]
) -> list[Dungeon | GridError]:
    """Make dungeons and prove them, up to the first that cannot be made; that is its error.

    Many at once, as a catalogue takes as long to come to a process as a dungeon to be made.
    """
    made: list[Dungeon | GridError] = []
    for parameters in wanted:
        try:
            made.append(generate(parameters, catalogue, solved))
        except GridError as error:
            return [*made, error]
    return made


def furnished(parameters: Parameters, catalogue: Catalogue, solved: Mapping[str, bool]) -> Dungeon:
    """A dungeon with its furniture, which takes longer than the rest and is made when asked for."""
    dungeon = generate(parameters, catalogue, solved)
    assert dungeon.rooms
    return dungeon
