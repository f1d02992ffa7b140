"""A matrix and a drawing as authors write them, and the fault that is told of one."""

from xyzgrid_ext.core.findings import errors_of

MATRIX = """
matrixedge 3
startnode 0 0 0
endnode 1 0 0
node 0 0 0 right twoway
"""
DRAWING = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n"
GOOD = f"XYMAP_DATA = {{'zcoord': 'good', 'map': {DRAWING!r}}}\n"


def fault(found):
    """The single finding of a single map that did not load."""
    (one,) = found
    assert one.grid is None
    (finding,) = one.findings
    assert errors_of([finding])
    assert finding.message
    assert finding.cure
    return finding
