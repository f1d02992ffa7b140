"""Matrices as documents: the same links, whichever matrix and whichever names of its exits."""

from hypothesis import given
from hypothesis import strategies as st

from tests.core.matrix.test_rewrite import links_of
from tests.core.matrix.test_write import MATRICES
from xyzgrid_ext.core.grid.from_matrix import from_matrix
from xyzgrid_ext.core.matrix import parse, write
from xyzgrid_ext.core.matrix.rewrite import wormholes_by_mouth
from xyzgrid_ext.parts.editor.core import matrices
from xyzgrid_ext.parts.editor.core.document import document_from_grid
from xyzgrid_ext.parts.editor.core.operations import apply


def document_of(matrix, directions="plain"):
    grid, _findings = from_matrix(matrix, "cube", options={"directions": directions})
    return document_from_grid(grid)[0] | {"head": matrices.matrix_head(grid)}


def said(matrix):
    heads = [getattr(matrix, key) for key in ("edge", "start", "end", "current")]
    return heads, links_of(matrix), wormholes_by_mouth(matrix)


@given(MATRICES, st.sampled_from(["plain", "compass"]))
def test_a_document_holds_all_of_a_matrix(matrix, directions):
    document = document_of(matrix, directions)
    assert said(matrices.matrix_from_document(document)) == said(matrix)
    assert matrices.write_matrix(write(matrix), document) == ""
    assert matrices.lone_nodes(document) == []


@given(MATRICES, MATRICES, st.sampled_from(["plain", "compass"]))
def test_operations_lead_from_any_matrix_to_any_other(before, after, directions):
    old, new = document_of(before, directions), document_of(after, directions)
    document = old
    for op in matrices.link_operations(old, new):
        changed, _inverse = apply(document, op)
        matrices.refuse_non_matrix(document, changed, op)
        document = changed
    text = matrices.write_matrix(write(before), document) or write(before)
    assert said(parse(text).matrix) == said(after)
