"""A route as one line to type or to read: `3n e 2fo wh2`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby


def speedwalk(tokens: Iterable[str]) -> str:
    """Words of a speed-walk, repeated ones counted: n n n e -> `3n e`."""
    counted = ((token, len(list(group))) for token, group in groupby(tokens))
    return " ".join(f"{count}{token}" if count > 1 else token for token, count in counted)
