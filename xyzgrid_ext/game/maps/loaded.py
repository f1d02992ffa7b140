"""The result of reading one map."""

from __future__ import annotations

from dataclasses import dataclass

from xyzgrid_ext.core.findings import Finding, Severity
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.matrix import Matrix
from xyzgrid_ext.game.maps.plane_map import PlaneMap
from xyzgrid_ext.game.maps.sources import Digests, is_current


@dataclass(frozen=True)
class LoadedMap:
    """The result of one map: its grid, or the findings that refused it.

    `name` is the map's, or the reference where not even the name could be read. `xymap` is the
    contrib's own object, for drawn maps, and `sheets` those of a 3D map that was drawn; `matrix`
    is what a definition file says, for matrices. `digests` are the files that it was read from.
    """

    name: str
    reference: str
    grid: Grid | None = None
    findings: tuple[Finding, ...] = ()
    xymap: PlaneMap | None = None
    sheets: tuple[PlaneMap, ...] = ()
    matrix: Matrix | None = None
    digests: Digests = ()

    @property
    def is_current(self) -> bool:
        """Whether it would be the same if it were read again."""
        return is_current(self.digests)


def refused(name: str, reference: str, *findings: Finding) -> LoadedMap:
    """A map that does not load."""
    return LoadedMap(name, reference, findings=findings)


def fault(file: str, code: str, message: str, cure: str) -> Finding:
    """An error that is about the whole of a file or a map."""
    return Finding(Severity.ERROR, code, message, cure, file=file)
