"""Converts legend classes that only set values to rows of `core.sheet`.

class Mud(EWMapLink):            a row: the pure parser reads the drawing
    default_weight = 5

class Tide(EWMapLink):           no row: the contrib's own parser calls the method
    def get_weight(self, ...): ...
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from evennia.contrib.grid.xyzgrid import xymap_legend as contrib
from evennia.contrib.grid.xyzgrid.xymap import DEFAULT_LEGEND

from xyzgrid_ext.core.grid.model import Prototype
from xyzgrid_ext.core.raster import PLACEHOLDER, shown_symbol
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.sheet.legend import DIRECTIONS, Symbol, SymbolKind
from xyzgrid_ext.game.maps.stairs import STAIRS

# the classes whose methods a row stands for, those that change most first
_STOCK = (
    (contrib.TransitionMapNode, SymbolKind.TRANSITION),
    (contrib.MapNode, SymbolKind.ROOM),
    (contrib.SmartTeleporterMapLink, SymbolKind.TELEPORTER),
    (contrib.SmartRerouterMapLink, SymbolKind.ROUTER),
    (contrib.InvisibleSmartMapLink, SymbolKind.SMART),
    (contrib.SmartMapLink, SymbolKind.SMART),
    (contrib.MapLink, SymbolKind.LINK),
)
_PRETENDS = contrib.InvisibleSmartMapLink  # drawn as the link that would join the same sides
_STOCK_PROTOTYPES = ("xyz_room", "xyz_exit")


def legend_classes(data: Record) -> dict[str, Any]:
    """Return symbol -> class of the contrib's legend, of stairs, and of the legend of map data."""
    stairs = STAIRS if "levels" in data else {}
    return {**DEFAULT_LEGEND, **stairs, **(data.get("legend") or {})}


def legend_symbols(
    legend: Mapping[str, object], prototypes: Mapping[str, Prototype | None]
) -> dict[str, Symbol] | None:
    """Return symbol -> its meaning as a row; None if a class does more than set values.

    Args:
        legend: symbol -> class.
        prototypes: symbol -> the prototype of its class, as a dict or None.
    """
    rows: dict[str, Symbol] = {}
    for symbol, cls in legend.items():
        row = _row(symbol, cls, prototypes[symbol])
        if row is None or not all(_is_plain(legend.get(key), key) for key in row.shown_as.values()):
            return None
        rows[symbol] = row
    return rows


def has_own_prototype(cls: Any) -> bool:
    """Whether a legend class has another prototype than those of the contrib's classes."""
    prototype = cls.prototype
    if not isinstance(prototype, Mapping):
        return bool(prototype) and prototype not in _STOCK_PROTOTYPES
    # the contrib's own parser puts a dict in the place of a name
    key = "prototype_parent" if len(prototype) == 1 else "prototype_key"
    return bool(prototype) and prototype.get(key) not in _STOCK_PROTOTYPES


def symbol_kinds(legend: Mapping[str, object]) -> dict[str, Symbol]:
    """Return symbol -> a row that says only whether it is a room, a link or neither.

    Unlike `legend_symbols`, this works for every class.
    """
    return {symbol: _kind(cls) for symbol, cls in legend.items()}


def _kind(cls: Any) -> Symbol:
    kind = next((kind for stock, kind in _STOCK if issubclass(cls, stock)), SymbolKind.LINK)
    is_stock = kind is not SymbolKind.LINK or cls.get_direction is contrib.MapLink.get_direction
    joins = cls.directions if kind is SymbolKind.LINK else {}
    return Symbol(kind if is_stock else SymbolKind.SMART, joins=joins)


def _is_plain(cls: Any, symbol: str) -> bool:
    """Whether a symbol that replaces another one is drawn as itself, or as its class says."""
    if cls is None:
        return True
    is_link = issubclass(cls, contrib.MapLink) and not issubclass(cls, _PRETENDS)
    return is_link and (cls.display_symbol is not None or cls.symbol == symbol)


def _row(symbol: str, cls: object, prototype: Prototype | None) -> Symbol | None:
    for stock, kind in _STOCK:
        if inspect.isclass(cls) and issubclass(cls, stock):
            if not _only_sets_values(cls, stock):
                return None
            try:
                return _make_row(symbol, cls, kind, prototype or None)
            except (TypeError, ValueError, AttributeError):
                return None  # an odd value: the contrib's parser is the judge of it
    return None


def _only_sets_values(cls: type, stock: type) -> bool:
    """Whether all methods of a class are the contrib's, and all its values are plain."""
    own_classes = [base for base in cls.__mro__ if base not in stock.__mro__]
    for name in {name for base in own_classes for name in vars(base)}:
        if name.startswith("__") and name not in ("__init__", "__getattribute__", "__getattr__"):
            continue
        value = inspect.getattr_static(cls, name)
        if value is inspect.getattr_static(stock, name, None):
            continue
        if callable(value) or inspect.isdatadescriptor(value) or hasattr(type(value), "__get__"):
            return False
    return True


def _make_row(symbol: str, cls: Any, kind: SymbolKind, prototype: Prototype | None) -> Symbol:
    display = cls.display_symbol
    shown = None if display is None else shown_symbol(str(display))
    if display is None and shown_symbol(symbol) != symbol:
        shown = PLACEHOLDER
    row = Symbol(kind, shown, prototype, stops=bool(cls.interrupt_path))
    if kind in (SymbolKind.ROOM, SymbolKind.TRANSITION):
        if cls.multilink is not True:
            raise ValueError(cls.multilink)
        names = _names(cls.direction_spawn_defaults)
        if kind is SymbolKind.TRANSITION:
            return replace(row, names=names, target=_target(cls.target_map_xyz))
        return replace(row, names=names)
    joins = _directions(cls.directions) if kind is SymbolKind.LINK else {}
    if kind is not SymbolKind.LINK and cls.directions:
        raise ValueError(cls.directions)
    if kind is SymbolKind.TELEPORTER and cls.direction_name != "teleport":
        raise ValueError(cls.direction_name)
    shown_as = cls.display_symbol_aliases if issubclass(cls, _PRETENDS) else {}
    return replace(
        row,
        names=_names(cls.spawn_aliases),
        joins=joins,
        accepts_all=bool(cls.multilink),
        called={str(key): _text(word) for key, word in cls.direction_aliases.items()},
        weight=_number(cls.default_weight),
        weights={str(key): _number(weight) for key, weight in cls.weights.items()},
        averaged=bool(cls.average_long_link_weights),
        shown_as=dict(shown_as),
    )


def _target(target: Any) -> Any:
    if any(part in (None, "unset") for part in target):
        return (None, None, None)
    return tuple(target)


def _names(names: Record) -> dict[str, tuple[str, ...]]:
    words_by_key = {str(key): tuple(map(_text, words)) for key, words in names.items()}
    if not all(words_by_key.values()) or any(isinstance(words, str) for words in names.values()):
        raise ValueError(names)
    return words_by_key


def _directions(joins: Mapping[str, str]) -> dict[str, str]:
    if not set(joins) | set(joins.values()) <= set(DIRECTIONS):
        raise ValueError(joins)
    return dict(joins)


def _text(word: object) -> str:
    if not isinstance(word, str):
        raise TypeError(word)
    return word


def _number(weight: object) -> float:
    if isinstance(weight, bool) or not isinstance(weight, int | float):
        raise TypeError(weight)
    return weight
