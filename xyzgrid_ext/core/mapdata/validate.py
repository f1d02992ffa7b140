"""Validates map data as a whole, before anything is built: every fault comes with its path.

{"zcoord": "isle", "rooms": {(0, 0, 0): {"exits": {"east": {"to": (1, 0, 0), "needs": 5}}}}}

isle: rooms[(0,0,0)].exits.east.needs: a list of words, not 5
write "needs": ["smallkey"]

The source of a map module is read, never run: for coordinates that a dict has twice, of which
Python keeps the last without a word, and for the lines of drawings.

    "rooms": {
        (0, 0, 0): {"key": "Inn"},       ◄─ line 12: lost
        (0, 0, 0): {"key": "Stable"},    ◄─ line 13

    town.py:31      "map": (raw text)
    town.py:32  + 0 1             town:4:4: the link '-' ...  ──►  town.py:34:4: town: the link ...
    town.py:33
    town.py:34  0 #-
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from xyzgrid_ext.core.coords import level_name, split_level
from xyzgrid_ext.core.findings import Finding, Severity
from xyzgrid_ext.core.grid.options import needs_all_rooms
from xyzgrid_ext.core.mapdata import prototypes, rows
from xyzgrid_ext.core.mapdata.faults import ValueFault, shown
from xyzgrid_ext.core.mapdata.kinds import OWN, KeyRow, KeyTable, ValueKind

_MOST_SOURCE = 1 << 20
"""The largest source that is read; larger ones are made by programs, and take seconds."""
_TOLD = 20  # in one module


def doubled_coordinates(source: bytes, file: str) -> list[Finding]:
    """Return warnings for coordinates that a dict in a Python source has twice."""
    try:
        tree = ast.parse(source if len(source) <= _MOST_SOURCE else b"")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []  # which is told by those who import it
    dicts = (node for node in ast.walk(tree) if isinstance(node, ast.Dict))
    found = (finding for node in dicts for finding in _doubled(node, file))
    return sorted(found, key=lambda one: one.line)[:_TOLD]


def _doubled(node: ast.Dict, file: str) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for key in node.keys:
        if not isinstance(key, ast.Tuple) or not _is_coordinate(key):
            continue
        text = ast.unparse(key)
        if (line := first.setdefault(text, key.lineno)) != key.lineno:
            message = f"{text} is a key in line {line} and in line {key.lineno}: the first is lost"
            cure = "give one of them another coordinate, or join their data"
            yield Finding(
                Severity.WARNING, "doubled-key", message, cure, file=file, line=key.lineno
            )
            first[text] = key.lineno


def _is_coordinate(key: ast.Tuple) -> bool:
    values = [part.value if isinstance(part, ast.Constant) else None for part in key.elts]
    return len(values) > 1 and all(isinstance(one, int | str) for one in values)


_MOST = 1000  # findings that are reported for a map
_DRAWN = ("legend", "prototypes", "transitions")
_NAME_CURE = 'add "zcoord": "the name of the map" to its XYMAP_DATA'


def name_of(data: object) -> str:
    """Return the name of a map according to its data; empty if there is no valid one."""
    zcoord = data.get("zcoord") if isinstance(data, Mapping) else None
    return "" if rows.NAME.kind.faults(zcoord) else str(zcoord).strip()


def validate(data: object, reference: str = "") -> list[Finding]:
    """Return findings for all faults in the data of one map; none if it can be built.

    Args:
        data: an XYMAP_DATA.
        reference: the subject of findings if not even the name can be read.

    """
    return findings_of(faults_of(data), name_of(data) or reference)


def findings_of(faults: Sequence[ValueFault], file: str) -> list[Finding]:
    """Return faults as findings about a map; at most a thousand, errors first."""
    ordered = list(faults)
    if len(ordered) > _MOST:
        ordered.sort(key=lambda fault: fault.severity is not Severity.ERROR)
    found = [fault.finding(file) for fault in ordered[:_MOST]]
    if left := ordered[_MOST:]:
        more = ValueFault(
            f"and {len(left):,} more", "correct these first", (), "more", left[0].severity
        )
        found.append(more.finding(file))
    return found


def faults_of(data: object) -> list[ValueFault]:
    """Return all faults in the data of one map, with the keys that lead to them."""
    if not isinstance(data, Mapping) or not name_of(data):
        return [_nameless(data)]
    kinds = kinds_of(data)
    found = [*_table(data, kinds).faults(data), *_of_kinds(data, kinds), *_of_lazy(data, kinds)]
    if split_level(str(data["zcoord"])) is not None:
        message = f"{shown(data['zcoord'])} looks like a level of another map"
        cure = "do not end the name with a colon and a number"
        found.append(ValueFault(message, cure, ("zcoord",), "bad-name"))
    return found


def kinds_of(data: Mapping[object, object]) -> list[str]:
    """Return the kinds of a map, such as `rooms`; several or none if that is unclear."""
    return [kind for kind in rows.KINDS if _is_there(data.get(kind))]


def _is_there(value: object) -> bool:
    """Whether a value holds anything; a value of a wrong type counts as something."""
    if isinstance(value, str | list | tuple | Mapping):
        return len(value) > 0
    return value is not None


def _nameless(data: object) -> ValueFault:
    if not isinstance(data, Mapping):
        return ValueFault(
            f"must be a dict of a map, not {shown(data)}", _NAME_CURE, (), "no-zcoord"
        )
    message = f"must be a name, a text or a number, not {shown(data.get('zcoord'))}"
    return ValueFault(message, _NAME_CURE, ("zcoord",), "no-zcoord")


def _of_kinds(data: Mapping[object, object], kinds: list[str]) -> list[ValueFault]:
    """Return the faults of keys that do not fit each other."""
    if not kinds:
        cure = (
            "add map (a drawing), levels (a list), matrix (a file), rooms or land (a dict) or "
            "take dungeon(...)"
        )
        path = tuple(kind for kind in rows.KINDS if data.get(kind) is not None)[:1]
        return [ValueFault("there is nothing from which to make rooms", cure, path, "no-map")]
    if len(kinds) > 1:
        cure = (
            "keep one: map (one level), levels (several), matrix (a file), rooms, dungeon or land"
        )
        message = f"a map cannot have {' and '.join(kinds)} at once"
        return [ValueFault(message, cure, (), "two-maps")]
    if kinds == ["rooms"]:
        cure = "write it into the rooms and their exits"
        return [
            ValueFault("a map of rooms does not have this key", cure, (key,), "unknown-key")
            for key in _DRAWN
            if key in data
        ]
    if kinds == ["land"]:
        cure = 'write the exits of a place: {"at": (x, y), "exits": {"gate": (X, Y, "map")}}'
        return [
            ValueFault("a land does not have this key", cure, (key,), "unknown-key")
            for key in ("legend", "transitions")
            if key in data
        ]
    code, path = "transitions-of-a-drawing", ("transitions",)
    has_transitions = _is_there(data.get("transitions"))
    if has_transitions and kinds in (["levels"], ["dungeon"]):
        cure = "draw a T and give it a class; a dungeon leads outside without transitions"
        return [ValueFault("transitions work only for matrices", cure, path, code)]
    if has_transitions and kinds == ["map"]:  # as games have such maps
        message = "transitions work only for matrices, and are ignored"
        cure = "draw a T whose class is a TransitionMapNode with target_map_xyz, in the legend"
        return [ValueFault(message, cure, path, code, Severity.WARNING)]
    return []


def _of_lazy(data: Mapping[object, object], kinds: list[str]) -> list[ValueFault]:
    """Return the fault if `rooms` asks for a lazy map, or for all rooms, where that cannot be."""
    options = data.get("options")
    land = data.get("land")
    if not isinstance(options, Mapping):
        return []
    if options.get("rooms") == "all" and isinstance(land, Mapping) and "area" not in land:
        message = "a land without an area is endless, so its rooms cannot all be made"
        return [ValueFault(message, "leave `rooms` out", ("options", "rooms"), "bad-option")]
    if options.get("rooms") != "lazy":
        return []
    if kinds != ["dungeon"] and not needs_all_rooms(options):
        return []
    message = "a dungeon or a matrix in play cannot be lazy"
    return [ValueFault(message, "leave `rooms` out", ("options", "rooms"), "bad-option")]


def _table(data: Mapping[object, object], kinds: list[str]) -> KeyTable:
    """Return the table of keys that are allowed in a map of this kind."""
    options = data.get("options")
    is_dungeon = isinstance(options, Mapping) and "dungeon" in options
    of_matrix = kinds == ["matrix"]
    flat = prototypes.FLAT_KEY if kinds in (["map"], ["land"]) else prototypes.DEEP_KEY
    key: ValueKind = prototypes.MATRIX_KEY if of_matrix else flat
    prototype = prototypes.PROTOTYPE_OF_DUNGEON if is_dungeon else prototypes.PROTOTYPE
    special: dict[str, ValueKind] = {
        "prototypes": prototypes.prototypes_of(key, prototype),
        "options": rows.OPTIONS_OF_MATRIX if of_matrix else rows.OPTIONS,
        "rooms": prototypes.rooms_of(prototypes.ROOM_OF_DUNGEON if is_dungeon else prototypes.ROOM),
    }
    if not of_matrix:
        special["transitions"] = OWN  # reported, and otherwise ignored
    return KeyTable(
        "a dict", tuple(_row(row, special.get(row.key), data) for row in _ALL), own=None
    )


_ALL = (rows.NAME, *rows.KINDS.values(), *rows.BESIDES)


def _row(row: KeyRow, kind: ValueKind | None, data: Mapping[object, object]) -> KeyRow:
    if row.key in rows.KINDS and not _is_there(data.get(row.key)):
        return replace(row, kind=OWN)  # as if it were left out
    return replace(row, kind=kind) if kind is not None else row


def with_lines_of_file(
    findings: Iterable[Finding], data: object, source: str, file: str
) -> tuple[Finding, ...]:
    """Return findings about a map, those of its drawings with their line in the file.

    This works for a drawing that the file contains as it is read: as raw text, once.

    Args:
        findings: the findings.
        data: the XYMAP_DATA of the map.
        source: the text of the module that has it.
        file: the file's name for the findings.

    """
    before = {  # lines of the file above a drawing
        name: source[: source.index(text)].count("\n")
        for name, text in _drawings(data)
        if source.count(text) == 1
    }
    return tuple(
        replace(
            finding,
            file=file,
            line=finding.line + before[finding.file],
            message=f"{finding.file}: {finding.message}",
        )
        if finding.line and finding.file in before
        else finding
        for finding in findings
    )


def _drawings(data: object) -> Iterator[tuple[str, str]]:
    """Yield the drawings of a map by the names that findings give them."""
    if not isinstance(data, Mapping):
        return
    name, levels = name_of(data), data.get("levels")
    texts = [(name, data.get("map"))]
    if isinstance(levels, list | tuple):
        texts += [(level_name(name, z), text) for z, text in enumerate(levels)]
    yield from ((name, text) for name, text in texts if isinstance(text, str) and "\n" in text)
