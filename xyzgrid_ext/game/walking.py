"""Automatic walks: the state of `goto` and `path` of each character."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xyzgrid_ext.core.graph import Step


def ahead(character: Any) -> Sequence[Step]:
    """The steps that a character still has before it."""
    return ()
