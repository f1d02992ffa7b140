"""Maps for the map editor: their data, their file, and the parts that can be written.

    thread of the game      find(live, key) ──► MapFiles: data and grids, which never change
    any thread              opened(found)   ──► EditedMap: document, file, what may be written
                            .source.rewrite ──► the text of the file

No path comes from a browser: the game's own list of maps names the module of a map.
"""

from __future__ import annotations

import os
import sys
import tokenize
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.mapdata.validate import map_name, room_source_keys
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.game.base.limits import limit_value
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.game.maps.loader import load_data, load_map_data, reference_reader
from xyzgrid_ext.game.maps.matrix_files import SUFFIX, load_file
from xyzgrid_ext.game.maps.sources import digest_bytes, file_digest, is_current
from xyzgrid_ext.parts.editor import settings as limits
from xyzgrid_ext.parts.editor.core.document import (
    Fixed,
    document_from_grid,
    document_from_rooms,
    keys_and_options,
    plain_part,
)
from xyzgrid_ext.parts.editor.core.drawings import drawing_rows
from xyzgrid_ext.parts.editor.core.exits import ExitEntries, leads_elsewhere
from xyzgrid_ext.parts.editor.core.forms import RENAMING, map_rows
from xyzgrid_ext.parts.editor.core.matrices import TOPOLOGY, matrix_head
from xyzgrid_ext.parts.editor.core.operations import Operation
from xyzgrid_ext.parts.editor.core.source import UnwritableError
from xyzgrid_ext.parts.editor.core.splices import has_dicts
from xyzgrid_ext.parts.editor.core.values import ROOM_KEYS, Document, OperationError
from xyzgrid_ext.parts.editor.core.writer import DRAWN_KINDS, FLAT_KINDS, MapSource, is_generated

ROOMS = "rooms"
"""The kind of a map that is written room by room, and the key of its rooms."""
BREAK = "\f"
"""Stands between the texts of the files of a map. No module has it."""
DIGEST = 32
"""How many letters the hash of one file has; that of a map has as many for each file."""
LAND_ROOMS = 200_000
"""How many rooms of an endless land may be drawn while `pull` or `shift` writes its file."""
_PLACES = {"land": "are those of a land", "matrix": "stand in a matrix file"}
_KINDS = {"map": "drawn"}
_IN_FILE = "change that in the file"
_IN_DRAWING = "Rooms and exits stand in a drawing, so only the drawing adds, moves or removes them."
_INSTALLED = {"site-packages", "dist-packages"}


class MapFiles(NamedTuple):
    """A map as its files are now; `data` is its XYMAP_DATA, None for a map without a module.

    `file` is the module's, `matrix_file` that of a matrix. `digest` has the hash of each in a row.
    """

    name: str
    reference: str
    kind: str
    grid: Grid
    data: Record | None
    file: Path | None
    digest: str
    matrix_file: Path | None = None

    @property
    def paths(self) -> tuple[Path, ...]:
        """The paths of its files."""
        return tuple(file for file in (self.file, self.matrix_file) if file is not None)


@dataclass(frozen=True, eq=False)
class EditedMap:
    """A map in the editor: its document (rooms, options … as plain data), and what can be written.

    `why` says why not everything can be written. `source` is the place of the document in the
    module, None if nothing can be written there; `matrix_text` the file of a writable matrix.
    """

    files: MapFiles
    document: Document
    source: MapSource | None
    why: str
    matrix_text: str | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of its files, in the order of `paths`; "" for one that cannot be written."""
        texts = (self.source.source.text if self.source is not None else "", self.matrix_text or "")
        places = (self.files.file, self.files.matrix_file)
        return tuple(text for text, file in zip(texts, places, strict=True) if file is not None)

    @property
    def is_matrix(self) -> bool:
        """Whether the links of its matrix can be changed."""
        return self.matrix_text is not None

    @property
    def is_writable(self) -> bool:
        """Whether anything of it can be written."""
        return self.is_matrix or self.source is not None

    @property
    def is_drawn(self) -> bool:
        """Whether the cells of its drawings can be changed."""
        return self.source is not None and self.source.is_drawn

    @property
    def is_whole(self) -> bool:
        """Whether rooms and exits can be added and removed, besides changes to their texts."""
        return self.source is not None and self.files.kind == ROOMS

    @property
    def keys(self) -> list[str]:
        """The keys of its XYMAP_DATA that can be written, such as `areas` and `options`."""
        if self.source is None:
            return []
        known, data = self.document["keys"], self.files.data or {}
        names = [row.key for row in map_rows(data) if row.key in known or not data.get(row.key)]
        return [name for name in (*names, "options") if self.source.is_literal(name)]

    @property
    def rereads(self) -> list[str]:
        """The words of operations that may change all rooms, so that the map is read again."""
        words = [] if self.is_whole else ["draw", "key", "option"]
        return [*words, *TOPOLOGY] if self.is_matrix else words

    @property
    def fixed(self) -> Fixed:
        """Place of a room -> those of its fields that cannot be written."""
        if self.source is None:
            return dict.fromkeys(self.document["rooms"], ROOM_KEYS[:-1]) if self.is_matrix else {}
        return self.source.fixed

    def refuse(self, op: Operation, origin: str) -> None:
        """Refuse an operation that cannot be written to the file.

        Args:
            op: the operation.
            origin: the place of its room in the file; empty for a new room.

        Raises:
            OperationError: if it cannot be written.
        """
        if self.source is None:
            cure = "changes in the game stay in its database alone, and spawn may undo them"
            raise OperationError("read-only", self.why, cure)
        word, place = op["op"], str(op.get("room", ""))
        if word == "draw" and self.is_drawn:
            return
        if word in ("key", "option"):
            name = op["key"] if word == "key" else "options"
            if word == "option" and self.is_matrix and op["key"] in RENAMING:
                raise OperationError("fixed", "this option gives exits other names", _IN_FILE)
            is_known = name in self.keys or has_dicts(self.document["keys"].get(name))
            if not is_known or (word == "key") == (name == "options"):
                raise OperationError("fixed", f"the file computes {name}", _IN_FILE)
        elif not self.is_whole:
            exits = self.document["rooms"].get(place, {}).get("exits", {})
            old, new = exits.get(op.get("direction")), op.get("value")
            is_same = word == "exit" and old and new and not leads_elsewhere(old, new)
            if word != "set" and not is_same:
                raise OperationError("read-only", self.why or _IN_DRAWING, _IN_FILE, place)
        try:
            self.source.refuse(op, origin)
        except UnwritableError as error:
            raise OperationError("fixed", error.message, error.cure, place) from None


def find_map(loaded: Mapping[str, LoadedMap], key: str, land_rooms: int = 0) -> MapFiles:
    """Return a map of the game as its file is now.

    Args:
        loaded: map key -> map, of the game.
        key: the key of the map.
        land_rooms: see `refuse_large`.

    Raises:
        UsageError: if there is no such map, if it does not load, or if it is too large.
    """
    loaded_map = loaded.get(map_key(key))
    if loaded_map is None:
        raise UsageError(f"there is no map '{key}'", "`evennia xyzgrid list` shows the maps")
    reference = loaded_map.reference
    if reference.endswith(SUFFIX) or reference_reader(reference) is not None:
        kind = "matrix" if reference.endswith(SUFFIX) else reference.partition(" ")[0]
        if kind == "matrix" and not is_current(loaded_map.digests):
            loaded_map = load_file(reference)
        return MapFiles(
            loaded_map.name,
            reference,
            kind,
            _grid_of(loaded_map, 0),
            None,
            None,
            _digest_of(loaded_map),
            _matrix_file(loaded_map) if kind == "matrix" else None,
        )
    try:
        datas = load_map_data(reference)
    except RefusedError as error:
        raise UsageError(str(error), "correct the file") from error
    data = next((data for data in datas if map_key(map_name(data)) == map_key(key)), None)
    if data is None:
        raise UsageError(
            f"{reference} does not define '{loaded_map.name}' any more", "add it again"
        )
    if not is_current(loaded_map.digests):
        loaded_map = load_data(reference, data)
    grid = _grid_of(loaded_map, land_rooms)
    path = getattr(sys.modules.get(reference), "__file__", None)
    file = Path(path) if path and path.endswith(".py") else None
    (kind,) = room_source_keys(data)
    has_file = kind == "matrix" and isinstance(data["matrix"], str)
    matrix_file = _matrix_file(loaded_map) if has_file else None
    digest = "".join(map(file_digest, filter(None, (file, matrix_file))))
    kind = _KINDS.get(kind, kind)
    return MapFiles(loaded_map.name, reference, kind, grid, data, file, digest, matrix_file)


def _matrix_file(loaded: LoadedMap) -> Path | None:
    """Return the file of a matrix, which is the last that its map was read from."""
    return Path(loaded.digests[-1][0]) if loaded.digests else None


def _grid_of(loaded: LoadedMap, land_rooms: int) -> Grid:
    if loaded.grid is None:
        raise UsageError(f"'{loaded.name}' does not load", "see `evennia xyzgrid check`")
    refuse_large(loaded, land_rooms)
    return loaded.grid


def refuse_large(loaded: LoadedMap, land_rooms: int = 0) -> None:
    """Raise a UsageError for a map with more rooms than the editor writes.

    `land_rooms` is how many rooms an endless land may have drawn, if no browser gets them.
    """
    grid, at_most = loaded.grid, limit_value(limits.ROOMS)
    if grid is not None and grid.tiles is not None:
        at_most = max(at_most, land_rooms)
    if grid is not None and grid.rooms > at_most:
        drawn = " drawn" if grid.tiles is not None else ""
        by = "pull writes files of" if land_rooms else "the map editor opens"
        raise UsageError(
            f"'{loaded.name}' has {grid.rooms:,} rooms{drawn}", f"{by} maps of {at_most:,} at most"
        )


def _digest_of(loaded: LoadedMap) -> str:
    return loaded.digests[0][1] if loaded.digests else ""


def open_map(files: MapFiles, text: str | None = None) -> EditedMap:
    """Return a map for the editor; `text` is that of its module, if that was read already.

    Raises:
        UsageError: if its file is being changed at this moment.
    """
    document, fixed = map_document(files)
    exits = None
    if files.kind != ROOMS and files.data is not None:
        parts = 2 if files.kind in FLAT_KINDS else 3
        exits = ExitEntries(files.grid, files.data.get("prototypes") or {}, parts)
    matrix_text = _matrix_text(files)
    try:
        text = module_source(files) if text is None else text
        source = MapSource(text, document, files.kind, fixed, exits)
    except UnwritableError as error:
        return EditedMap(files, document, None, sentence(error), matrix_text)
    why = ""
    if matrix_text is not None:
        return EditedMap(files, document, source, why, matrix_text)
    if files.kind != ROOMS and not source.is_drawn:
        usual = "are generated" if is_generated(files.kind) else "stand in a drawing"
        where = _PLACES.get(files.kind, usual)
        if files.kind == "matrix" and files.matrix_file is None:
            where = "come from a seed"
        why = f"Rooms and exits {where}, so only the file adds, moves or removes them."
    elif files.kind == ROOMS and source.fixed:
        why = "The file computes parts of some rooms; these cannot be changed here."
    return EditedMap(files, document, source, why)


def map_document(files: MapFiles) -> tuple[Document, Fixed]:
    """Return (the document of a map, the fields of its rooms that the document lacks in part)."""
    data = files.data or {}
    values = {row.key: data[row.key] for row in map_rows(data) if data.get(row.key)}
    keys = plain_part(values)
    if files.kind == ROOMS and files.data is not None:
        document, fixed = document_from_rooms(files.name, data[ROOMS], data.get("options") or {})
        return {**document, "keys": keys}, fixed
    document, fixed = document_from_grid(files.grid)
    options = {key: value for key, value in document["options"].items() if key not in keys}
    document |= {"options": options, "keys": keys}
    document["made"] = keys_and_options(document)
    if files.data is not None and files.kind in DRAWN_KINDS:
        drawings = [drawing_rows(text) for text in map_drawings(files.data)]
        document |= {"drawings": drawings, "read": drawings}
        if "levels" in files.data:
            document["levels"] = len(drawings)
    if files.matrix_file is not None:
        document |= {"head": matrix_head(files.grid)}
    return document, fixed


def map_drawings(data: Record) -> list[str]:
    """Return the drawings of a map as its file has them, the lowest level first."""
    return list(data["levels"]) if "levels" in data else [data["map"]] if "map" in data else []


def _matrix_text(files: MapFiles) -> str | None:
    """Return the text of the file of a matrix; None if there is none that can be written."""
    if files.matrix_file is None:
        return None
    try:
        return _text_in(files.matrix_file, files.digest[-DIGEST:])
    except UnwritableError:
        return None


def module_source(files: MapFiles) -> str:
    """Return the text of the module of a map.

    Raises:
        UnwritableError: if it has no file that the editor may write.
        UsageError: if the file is not the one that was found.
    """
    if files.data is None:
        if files.kind == "matrix":
            cure = 'write a map module with "matrix": "…", its name'
            raise UnwritableError("a matrix file holds no names and texts of rooms", cure)
        what = "the rooms of this map are generated, not drawn"
        raise UnwritableError(what, "change it in its file")
    data = _text_in(files.file, files.digest[:DIGEST])
    try:
        encoding, _lines = tokenize.detect_encoding(BytesIO(data.encode()).readline)
    except SyntaxError as error:
        raise UnwritableError("the file is not UTF-8 text", "save it as UTF-8") from error
    if encoding != "utf-8":
        raise UnwritableError(f"the file is in {encoding}", "save it as UTF-8")
    return data


def _text_in(file: Path | None, digest: str) -> str:
    if file is None or _INSTALLED & set(file.parts):
        raise UnwritableError("the map is of an installed package", "copy it into the game")
    if not os.access(file, os.W_OK) or not os.access(file.parent, os.W_OK):
        raise UnwritableError("the server may not write the file", "give it the right to")
    data = file.read_bytes()
    if digest_bytes(data) != digest:
        raise UsageError("the file is being changed", "try again")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnwritableError("the file is not UTF-8 text", "save it as UTF-8") from error


def sentence(error: UsageError) -> str:
    """Return an error as a sentence, with its cure: `The file is not there: write it.`."""
    text = f"{error.message[:1].upper()}{error.message[1:]}"
    return f"{text}: {error.cure}." if error.cure else f"{text}."
