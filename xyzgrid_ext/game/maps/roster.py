"""The list of the game's maps: one record for each reference, with the names of its maps.

    [{"reference": "world.town", "maps": ["town"]}, {"reference": "cube.matrix", "maps": ["cube"]}]

The functions here work on values, which the script stores. If the setting XYZGRID_MAPS lists the
references, what is stored says which maps they had last; a record with `whole` takes new ones, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import MapError, RefusedError, errors_of
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.game.db.stored import read_stored
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.game.maps.loader import reference_reader

NO_MODULE = "data without a module"
"""The reference of maps that code added as dicts which name no module."""


def records_of(stored: Any) -> list[Record]:
    """Return the records in the value of the script's Attribute `maps`, without damaged ones."""
    rows: list[Any] = read_stored("the list of maps", lambda: list(stored or ()), [])
    records = [
        read_stored(f"row {number} of the list of maps", partial(_record, row), None)
        for number, row in enumerate(rows)
    ]
    return [record for record in records if record is not None]


def _record(row: Any) -> Record | None:
    reference, maps = row["reference"], list(row["maps"])
    if not all(isinstance(name, str) for name in (reference, *maps)):
        raise ValueError(f"no names of maps: {maps!r}")
    return {**row, "reference": reference, "maps": maps}


def records_from_setting(
    listed: Iterable[str], stored: Sequence[Record], loaded: Iterable[LoadedMap]
) -> list[Record]:
    """Return the records if the setting XYZGRID_MAPS lists the maps: one for each reference in it.

    Stored records of references that are no module or file stay.

    Args:
        listed: the references in the setting.
        stored: the stored records.
        loaded: the maps of the running world.
    """
    names = {record["reference"]: list(record["maps"]) for record in stored}
    for loaded_map in loaded:
        known = names.setdefault(loaded_map.reference, [])
        if loaded_map.grid is not None and map_key(loaded_map.name) not in map(map_key, known):
            known.append(loaded_map.name)
    records = [
        {"reference": reference, "maps": names.get(reference, []), "whole": True}
        for reference in dict.fromkeys(listed)
    ]
    return [*records, *(row for row in stored if reference_reader(row["reference"]) is not None)]


def refuse_if_configured(references: Iterable[str], listed: Collection[str], cure: str) -> None:
    """Refuse to add or remove modules and files, as the setting XYZGRID_MAPS lists them (`listed`).

    Raises:
        UsageError: if one of the references is of that kind; `cure` says what to do instead.
    """
    for reference in references:
        if reference_reader(reference) is None and reference != NO_MODULE:
            is_listed = "has" if reference in listed else "does not have"
            text = f"the setting XYZGRID_MAPS lists the maps, and {is_listed} {reference}"
            raise UsageError(text, cure)


def with_maps(
    records: Sequence[Record], references: Sequence[str], maps: Sequence[LoadedMap]
) -> list[Record]:
    """Return the records, where these references have the maps in `maps` and no others."""
    others = [record for record in records if record["reference"] not in references]
    added = [
        {"reference": reference, "maps": [m.name for m in maps if m.reference == reference]}
        for reference in dict.fromkeys(references)
    ]
    return [*others, *added]


def without_maps(records: Iterable[Record], names: Iterable[str]) -> list[Record]:
    """Return the records without the maps of these names; a record without maps is left out."""
    keys = {map_key(name) for name in names}
    left = [
        {**record, "maps": [name for name in record["maps"] if map_key(name) not in keys]}
        for record in records
    ]
    return [record for record in left if record["maps"]]


def with_map(records: Sequence[Record], reference: str, name: str) -> list[Record]:
    """Return the records with one more map."""
    if any(record["reference"] == reference for record in records):
        return [
            {**record, "maps": [*record["maps"], name]}
            if record["reference"] == reference
            else record
            for record in records
        ]
    return [*records, {"reference": reference, "maps": [name]}]


def with_data(
    records: Sequence[Record],
    handed: Mapping[str, Mapping[str, object]],
    maps: Sequence[LoadedMap],
    datas: Sequence[Mapping[str, object]],
) -> tuple[list[Record], dict[str, Mapping[str, object]]]:
    """Return the records and `handed`, both with maps that code adds as dicts.

    Args:
        records: the present records.
        handed: key of a map -> its dict, if that names no module.
        maps: the added maps.
        datas: the dict of each added map.

    Raises:
        MapError: as in `refuse_bad_maps`.
    """
    names = {map_key(loaded.name) for loaded in maps}
    others = without_maps(records, names)
    refuse_bad_maps(maps, others, {})
    left = {key: data for key, data in handed.items() if key not in names}
    for loaded, data in zip(maps, datas, strict=True):
        if loaded.reference == NO_MODULE:
            left[map_key(loaded.name)] = data
        else:
            others = with_map(others, loaded.reference, loaded.name)
    return others, left


def module_reference(data: object) -> str:
    """Return the `module_path` in a map's data; NO_MODULE if it names none."""
    module = data.get("module_path") if isinstance(data, Mapping) else None
    return str(module or NO_MODULE)


def refuse_bad_maps(
    added: Iterable[LoadedMap], records: Iterable[Record], handed: Iterable[str]
) -> None:
    """Raise a MapError if one of the added maps does not load, or has a name that is taken.

    Names are taken by maps of the records, by those with the keys `handed`, and by one another.
    """
    maps = tuple(added)
    if faults := [f for map_ in maps if errors_of(map_.findings) for f in map_.findings]:
        cure = "None of these maps was added, as one has an error." if len(maps) > 1 else ""
        raise RefusedError(faults, cure)
    taken = {map_key(name): record["reference"] for record in records for name in record["maps"]}
    taken |= dict.fromkeys(handed, NO_MODULE)
    for map_ in maps:
        key = map_key(map_.name)
        if key in taken:
            raise MapError(
                f"{map_.reference} defines '{map_.name}', which {taken[key]} has added already",
                "give one of them another zcoord, or delete the other map first",
            )
        taken[key] = map_.reference
