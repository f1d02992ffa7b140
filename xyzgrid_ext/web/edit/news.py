"""The changes in drafts since the revisions that pages have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from xyzgrid_ext.game.db import edits


class News(NamedTuple):
    """The operations of a draft after a revision, and their authors.

    `ops` is None if the draft was started again.
    """

    since: int
    revision: int
    ops: list[Any] | None
    who: list[str]

    def told(self, since: int) -> dict[str, Any]:
        """Return the part of the news after a later revision, as the body of a message."""
        skipped = since - self.since
        ops = None if self.ops is None else self.ops[skipped:]
        return {"since": since, "revision": self.revision, "ops": ops, "who": self.who[skipped:]}


def since(revisions: Mapping[str, int]) -> dict[str, News]:
    """Return the news of maps, by their keys; maps without news are left out."""
    found = {}
    for key, row in edits.states(revisions).items():
        least = revisions[key]
        if row.revision <= least:
            continue
        if least < row.begun:
            found[key] = News(0, row.revision, None, [])
            continue
        rows = [one for one in edits.operations(row, least) if one.number <= row.revision]
        ops, who = [one.op for one in rows], [one.who for one in rows]
        found[key] = News(least, row.revision, ops, who)
    return found
