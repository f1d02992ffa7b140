"""Opens and changes drafts of maps, and restarts them when their file has changed.

    file at the draft's beginning (base) ──operations──► document at a revision

Documents are kept in memory, by revision and map as it was read, and in the database every few
hundred operations.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Any, NamedTuple

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.game.base.lru_cache import LRUCache
from xyzgrid_ext.game.base.task import call_in_game_thread
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.editor.core import matrices
from xyzgrid_ext.parts.editor.core.document import keys_and_options
from xyzgrid_ext.parts.editor.core.drawings import Rows, update_rooms
from xyzgrid_ext.parts.editor.core.matrices import matrix_from_document, update_nodes
from xyzgrid_ext.parts.editor.core.operations import Operation, apply, exits_between, room_origins
from xyzgrid_ext.parts.editor.core.policy import refuse_code
from xyzgrid_ext.parts.editor.core.values import ROOM_KEYS, Document, OperationError
from xyzgrid_ext.parts.editor.game import drawn, edits
from xyzgrid_ext.parts.editor.game import maps as editing
from xyzgrid_ext.parts.editor.game.drawn import Redrawn
from xyzgrid_ext.parts.editor.game.edits import Who
from xyzgrid_ext.parts.editor.game.maps import EditedMap

_TEXTS = ("name", "desc", "prototype")
_OPERATIONS = 200  # after which the document is written down
_MAPS = 8  # that are kept in memory


class StaleError(Exception):
    """Raised for an old revision; `since` are the later operations, by `who`; None if too old.

    Then `had` are the ids of operations of the request that were done before.
    """

    def __init__(
        self, revision: int, since: list[Operation] | None, who: Sequence[str] = ()
    ) -> None:
        super().__init__(revision)
        self.revision, self.since, self.who = revision, since, list(who)
        self.had: list[str] = []


class OutdatedError(UsageError):
    """Raised for a draft whose file has changed since it began."""

    offer = "rebase"  # what the editor offers to do

    def __init__(self) -> None:
        super().__init__("the file has changed since", "take its newest state into the draft")


class UnappliedError(UsageError):
    """Raised for a draft with changes, where the request needs one without."""

    offer = "plan"

    def __init__(self) -> None:
        super().__init__("the draft has changes", "apply or discard them first")


@dataclass(frozen=True)
class OpenDraft:
    """A draft at its newest revision: its row, the map as in its file, the map as drawn."""

    row: Any
    map: EditedMap
    document: Document

    @property
    def is_stale(self) -> bool:
        """Whether the file has changed since the draft began."""
        return bool(self.row.digest != self.map.files.digest)

    @cached_property
    def drawn(self) -> EditedMap:
        """The map as it would be with those drawings of the draft in its file that were read."""
        return _as_drawn(self.map, self.document)

    @cached_property
    def origins(self) -> dict[str, str | None]:
        """Place of a room -> its place in the file, None for a new one. Reads all operations."""
        if not self.map.is_whole or self.map.is_matrix:
            return {place: place for place in self.document["rooms"]}
        return room_origins(
            self.row.base, [one.op for one in _operations(self.row, self.row.begun)]
        )


_maps: LRUCache[EditedMap] = LRUCache(_MAPS)
_redrawn: LRUCache[Redrawn] = LRUCache(_MAPS)
documents: LRUCache[Document] = LRUCache(_MAPS)
"""The documents of drafts that were read last."""


def read_map(key: str) -> EditedMap:
    """Return the map `key` of the game as its files are now.

    Raises:
        UsageError: if there is none, or if it does not load.
    """
    files = call_in_game_thread(_found, key)
    # the map that is kept keeps the data, so that no others have their id
    name = (files.reference, files.name, files.digest, files.grid, id(files.data))
    return _maps.get(name, lambda: editing.open_map(files))


def _found(key: str) -> editing.MapFiles:
    return editing.find_map(current().loaded, key)


def with_drawings(map_: EditedMap, document: Document) -> Redrawn:
    """Return a map as it would be with the drawings (or matrix), keys and options of a document."""
    drawings, made = document.get("drawings", []), keys_and_options(document)
    matrix = matrix_from_document(document) if map_.is_matrix else None
    name = (map_, tuple(map(tuple, drawings)), repr(made), matrix)
    return _redrawn.get(name, lambda: drawn.with_drawings(map_, drawings, made, matrix))


def _as_drawn(map_: EditedMap, document: Document) -> EditedMap:
    """Return a map with the drawings, or the matrix, of which a document's rooms are."""
    before = map_.document
    is_as_before = all(document.get(key) == before.get(key) for key in ("made", "read"))
    if document is before or (is_as_before and not map_.is_matrix):
        return map_
    keys = dict(document["made"])
    was = {**document, "options": keys.pop("options"), "keys": keys}
    if "read" in document:
        was["drawings"] = document["read"]
    return with_drawings(map_, was).map or map_


def is_read(document: Document) -> bool:
    """Whether the rooms of a document are those of its drawings, keys and options."""
    if "made" in document and document["made"] != keys_and_options(document):
        return False
    return bool(document.get("drawings") == document.get("read"))


class _Hand:
    """Applies operations to a document, whose rooms follow its drawings or its matrix."""

    def __init__(self, file: EditedMap, document: Document) -> None:
        self.document, self._file, self._is_relinked = document, file, False
        self.map = _as_drawn(file, document)

    def apply(self, op: object) -> list[Operation]:
        """Apply an operation; return its inverse.

        Raises:
            OperationError: if it cannot be applied; the document is unchanged.
        """
        word = op.get("op") if isinstance(op, Mapping) else None
        if word != "draw" and not self._file.is_matrix:
            self.read()
        document, inverse = apply(self.document, op)
        if self._file.is_matrix:
            assert isinstance(op, Mapping)
            is_link = not matrices.changes_module_only(op, self.document)
            if is_link:
                matrices.refuse_non_matrix(self.document, document, op)
            elif self._is_relinked:
                self.read()
                document, inverse = apply(self.document, op)
            self._is_relinked |= is_link
        self.document = document
        return inverse

    def read(self) -> Document:
        """Read the drawings or the matrix, if they have changed; return the document."""
        if self._is_relinked or not is_read(self.document):
            self._is_relinked = False
            if (new := with_drawings(self._file, self.document).map) is not None:
                put = update_nodes if self._file.is_matrix else update_rooms
                self.document = put(self.document, self.map.document, new.document)
                self.map = new
        return self.document


def open_draft(key: str) -> OpenDraft:
    """Return the draft of the map `key`; if it has no changes, it begins with the present file."""
    map_ = read_map(key)
    files = map_.files
    row = edits.begin_draft(key, files.reference, files.digest, map_.document)
    while row.digest != files.digest and row.revision == row.begun:
        if edits.restart_draft(row, files.digest, map_.document):
            break
        row.refresh_from_db()
    return OpenDraft(row, map_, _document(row, map_))


def stale_drafts(keys: Iterable[str]) -> dict[str, bool]:
    """Return map key -> whether its file has changed since its draft began.

    A draft without changes begins anew. Maps that cannot be read now are left out.
    """
    stale = {}
    for key in keys:
        with suppress(UsageError):
            stale[key] = open_draft(key).is_stale
    return stale


def _operations(row: Any, since: int) -> list[Any]:
    """Return the operations up to the row's revision, since somebody may just have added some."""
    return [o for o in edits.operations_since(row, since) if o.number <= row.revision]


def _document(row: Any, map_: EditedMap) -> Document:
    def read() -> Document:
        hand = _Hand(map_, row.document)
        for op in _operations(row, row.kept):
            hand.apply(op.op)
        return hand.read()

    return documents.get(_identity(row, map_), read)


def _identity(row: Any, map_: EditedMap) -> Hashable:
    """Return the key of a document: another draft may have had the number, another map the name."""
    return row.pk, row.changed, row.revision, map_


def apply_operations(
    draft: OpenDraft, revision: int, ops: Iterable[object], who: Who, *, free: bool = False
) -> int:
    """Apply operations to a draft at a revision, all or none; return the new revision.

    With `free`, values are not checked for code: they come from an earlier version of the map.

    Raises:
        StaleError: if the revision is not the newest.
        OperationError: if one of them cannot be done; its place among them is `index`.
    """
    refuse_stale(draft, revision)
    hand, done = _Hand(draft.map, draft.document), []
    for index, op in enumerate(ops):
        before = hand.document
        try:
            inverse = hand.apply(op)
            assert isinstance(op, Mapping)
            if not free:
                refuse_code(before, op)
            _refuse_unwritable(draft, hand.map, op, before)
        except OperationError as error:
            error.index = index
            raise
        done.append((dict(op), inverse))
    document, row = hand.read(), draft.row
    if not done:  # the request only asks for the operations of others
        return int(row.revision)
    if not edits.append_operations(row, done, who):
        row.refresh_from_db()
        refuse_stale(OpenDraft(row, draft.map, draft.document), revision)
        raise StaleError(row.revision, None)
    documents.get(_identity(row, draft.map), lambda: document)
    if row.revision - row.kept >= _OPERATIONS:
        edits.store_state(row, document)
    new: int = row.revision
    return new


def refuse_stale(draft: OpenDraft, revision: int) -> None:
    """Raise a StaleError if a revision is not the newest of a draft."""
    row = draft.row
    if revision == row.revision:
        return
    if not row.begun <= revision < row.revision:
        raise StaleError(row.revision, None)
    since = _operations(row, revision)
    raise StaleError(row.revision, [one.op for one in since], [one.who for one in since])


def can_write(draft: OpenDraft, ops: Iterable[Operation]) -> bool:
    """Whether operations on a draft as it is could be written to the map's file."""
    try:
        for op in ops:
            _refuse_unwritable(draft, draft.drawn, op, draft.document)
    except OperationError:
        return False
    return True


def _refuse_unwritable(
    draft: OpenDraft, map_: EditedMap, op: Operation, document: Document
) -> None:
    """Refuse an operation on a document that cannot be written to the map's file."""
    if draft.map.is_matrix and not matrices.changes_module_only(op, document):
        return
    is_changed = draft.row.revision > draft.row.begun and not map_.is_drawn
    origins = draft.origins if is_changed and map_.fixed else {}
    place = str(op.get("room", ""))
    map_.refuse(op, (origins.get(place) or "") if origins else place)


def discard(draft: OpenDraft) -> bool:
    """Reset a draft to its file; return False if somebody has written to it meanwhile."""
    return edits.restart_draft(draft.row, draft.map.files.digest, draft.map.document)


def rebase(draft: OpenDraft) -> list[str] | None:
    """Restart a draft from the present file with its changes on top; return conflicts as texts.

    Conflicts are operations that fail now, and changes to values that the file has changed too.
    None if somebody has written to the draft meanwhile.
    """
    hand, conflicts, done = _Hand(draft.map, draft.map.document), list[str](), []
    for row in edits.operations_since(draft.row, draft.row.begun):
        op = row.op
        try:
            inverse = hand.apply(op)
        except OperationError as error:
            conflicts.append(f"{_named(op)} is lost: {error.message}")
            continue
        if row.inverse != inverse and op["op"] in ("set", "exit", "option"):
            conflicts.append(f"{_named(op)}: the file has changed it, too; yours stays")
        done.append((op, inverse, Who(row.account, row.who)))
    if not edits.restart_draft(draft.row, draft.map.files.digest, draft.map.document, done):
        return None
    return conflicts


def _named(op: Operation) -> str:
    rooms = op.get("room") or ", ".join(op.get("rooms", ())[:3])
    what = op.get("key") or op.get("direction") or ""
    return " ".join(part for part in (op["op"], str(rooms), str(what)) if part)


def operations_between(before: Document, after: Document) -> list[dict[str, Any]]:
    """Return operations that turn one document into another: exits after the rooms they lead to."""
    old, new = before["rooms"], after["rooms"]
    common = {place: room for place, room in new.items() if place in old}
    if "drawings" in before:
        ops = [*_drawn_between(before, after), *_values_between(old, new, _TEXTS)]
        ops += exits_between(old, new, come_and_go=False)
    elif "head" in before:
        ops = [*matrices.link_operations(before, after), *_values_between(old, new, _TEXTS)]
    else:
        ops = [{"op": "remove", "room": place} for place in old if place not in new]
        bare = {place: {**room, "exits": {}} for place, room in new.items() if place not in old}
        ops += ({"op": "add", "room": place, "values": room} for place, room in bare.items())
        ops += (*_values_between(old, common, ROOM_KEYS[:-1]), *exits_between(old, new))
    for word, table in (("option", "options"), ("key", "keys")):
        was, values = (document.get(table, {}) for document in (before, after))
        changed = (key for key in sorted({**was, **values}) if was.get(key) != values.get(key))
        ops += ({"op": word, "key": key, "value": values.get(key)} for key in changed)
    return ops


def _values_between(old: Record, new: Record, keys: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield operations that give rooms the values of others."""
    for place, room in new.items():
        for key in keys:
            if old.get(place, {}).get(key) != room.get(key):
                yield {"op": "set", "room": place, "key": key, "value": room.get(key)}


def _drawn_between(before: Document, after: Document) -> Iterator[dict[str, Any]]:
    """Yield operations that draw one document's cells in another."""
    drawings: list[Rows] = after.get("drawings") or before["drawings"]
    levels: Iterator[tuple[Rows, Rows]] = zip_longest(before["drawings"], drawings, fillvalue=[])
    for level, (old, new) in enumerate(levels):
        rows = enumerate(zip_longest(old, new, fillvalue=""))
        cells = {
            f"{x},{y}": symbol
            for y, pair in rows
            for x, (was, symbol) in enumerate(zip_longest(*pair, fillvalue=" "))
            if was != symbol
        }
        if cells:
            yield {"op": "draw", "level": level, "cells": cells}


# --- what pages do not have yet


class News(NamedTuple):
    """The operations on a draft after the revision `since`, with the names of their authors.

    `ops` is None if the draft was started again.
    """

    since: int
    revision: int
    ops: list[Any] | None
    who: list[str]

    def message(self, since: int) -> dict[str, Any]:
        """Return what a page at the later revision `since` lacks, as the body of a message."""
        skipped = since - self.since
        ops = None if self.ops is None else self.ops[skipped:]
        return {"since": since, "revision": self.revision, "ops": ops, "who": self.who[skipped:]}


def news_since(revisions: Mapping[str, int]) -> dict[str, News]:
    """Return the news since `revisions`, both by map key; maps without news are left out."""
    news = {}
    for key, row in edits.draft_rows(revisions).items():
        least = revisions[key]
        if row.revision <= least:
            continue
        if least < row.begun:
            news[key] = News(0, row.revision, None, [])
            continue
        rows = [o for o in edits.operations_since(row, least) if o.number <= row.revision]
        ops, who = [row.op for row in rows], [row.who for row in rows]
        news[key] = News(least, row.revision, ops, who)
    return news
