"""Prototypes, resolved: each distinct one once, however many rooms are made of it.

A prototype is Evennia's: a dict with `prototype_parent`, attributes, tags, locks, callables and
protfuncs. A Template is what is the same for all objects made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from evennia.objects.models import ObjectDB
from evennia.prototypes import prototypes as protlib
from evennia.prototypes.spawner import flatten_prototype
from evennia.utils.utils import class_from_module, dbid_to_obj, make_iter

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.spawn import Template
from xyzgrid_ext.game import conf

_CONTRIB = "evennia.contrib.grid.xyzgrid.xyzroom."
_OURS = "xyzgrid_ext.game.typeclasses."


def templates_of(grid: Grid) -> list[Template]:
    """One template for each of `grid.protos`, in that order.

    Raises:
        GridError: if a prototype cannot be resolved; it names the map and the prototype.

    """
    found = []
    for number, prototype in enumerate(grid.protos):
        used = number in grid.room_proto or number in grid.link_proto
        template = resolve(prototype, grid.name) if used else _UNUSED
        if template.varying:
            template = replace(template, fresh=partial(fresh_values, prototype, template))
        found.append(template)
    return found


_UNUSED = Template("", "")


def resolve(prototype: Mapping[str, Any], map_name: str) -> Template:
    """The template of one prototype."""
    label = prototype.get("key") or prototype.get("prototype_key") or dict(prototype)
    try:
        # a copy, as Evennia's flattening changes what it is handed
        flat = flatten_prototype(_copied(prototype), no_db=not conf.use_db_prototypes())
        return _template(flat, prototype, map_name)
    except Exception as err:
        raise GridError(
            f"{map_name}: the prototype {label!r} cannot be resolved: {err}",
            "correct it in the map module, or add the module of its parent to PROTOTYPE_MODULES",
        ) from err


def fresh_values(prototype: Mapping[str, Any], template: Template) -> dict[str, Any]:
    """The values of a template's varying attributes, made anew for one object."""
    if not template.varying:
        return {}
    flat = flatten_prototype(_copied(prototype), no_db=not conf.use_db_prototypes())
    return {
        name: _value(value) for name, value, *_ in flat.get("attrs", ()) if name in template.varying
    }


def _template(flat: dict[str, Any], own: Mapping[str, Any], map_name: str) -> Template:
    if "typeclass" not in flat:
        raise ValueError("it has no typeclass")
    attrs, varying = {}, set()
    for name, value, category, lock in flat.get("attrs", ()):
        if _varies(value):
            varying.add(name)
        attrs[name, category] = (None if _varies(value) else value, lock or "")
    key = flat.get("key")
    return Template(
        prototype_key=_prototype_key(flat, own, map_name),
        typeclass=_typeclass(str(_value(flat["typeclass"]))),
        key=str(_value(key)) if key is not None else None,
        attrs=attrs,
        locks=_locks(str(_value(flat.get("locks", "")) or "")),
        aliases=tuple(str(_value(a)) for a in make_iter(flat.get("aliases") or ())),
        permissions=tuple(str(_value(p)) for p in make_iter(flat.get("permissions") or ())),
        tags=tuple((str(_value(t)), c, d) for t, c, d in _tags(flat)),
        varying=frozenset(varying),
        home=_home(flat.get("home")),
    )


def _home(value: Any) -> int | None:
    """The number of an object that a prototype gives as `#7`, as the object, or by a protfunc."""
    if value is None:
        return None
    found = dbid_to_obj(_value(value), ObjectDB)
    if not isinstance(found, ObjectDB):
        raise ValueError(f"its home {value!r} is no object")
    return int(found.pk)


def _tags(flat: Mapping[str, Any]) -> list[tuple[Any, Any, Any]]:
    return [(tag, *[*rest, None, None][:2]) for tag, *rest in flat.get("tags", ())]


def _locks(text: str) -> tuple[str, ...]:
    """Lock definitions; the last one of each access type counts, as in Evennia."""
    by_type = {}
    for lock in filter(None, (part.strip() for part in text.split(";"))):
        by_type[lock.split(":", 1)[0].strip()] = lock
    return tuple(by_type.values())


def _typeclass(path: str) -> str:
    """The full path of a typeclass; modules that name the contrib's own classes get ours."""
    cls = class_from_module(path, conf.typeclass_paths())
    full = f"{cls.__module__}.{cls.__name__}"
    return full.replace(_CONTRIB, _OURS) if full.startswith(_CONTRIB) else full


def _prototype_key(flat: Mapping[str, Any], own: Mapping[str, Any], map_name: str) -> str:
    """The author's own key, or one made of what the prototype says.

    Evennia gives a prototype without key a random one, which leaves an orphan in the database at
    every spawn; the parent's key and the map's name are the same every time.
    """
    if own.get("prototype_key"):
        return str(own["prototype_key"]).lower()
    parent = own.get("prototype_parent")
    if isinstance(parent, Mapping):
        parent = parent.get("prototype_key")
    elif not isinstance(parent, str):
        parent = next((p for p in make_iter(parent or ()) if isinstance(p, str)), None)
    return str(parent or f"xyzgrid {map_name}").lower()


def _varies(value: Any) -> bool:
    return (
        callable(value)
        or (isinstance(value, list | tuple) and bool(value) and callable(value[0]))
        or (isinstance(value, str) and "$" in value and _value(value) != value)
    )


def _value(value: Any) -> Any:
    """What Evennia's spawner makes of a value: callables called, protfuncs evaluated."""
    init: Callable[..., Any] = protlib.init_spawn_value
    return init(value, lambda plain: plain)


def _copied(prototype: Mapping[str, Any]) -> dict[str, Any]:
    """A copy down to embedded parents; values stay the author's own objects."""
    copy = dict(prototype)
    parent = copy.get("prototype_parent")
    if isinstance(parent, Mapping):
        copy["prototype_parent"] = _copied(parent)
    elif isinstance(parent, list | tuple):
        copy["prototype_parent"] = [_copied(p) if isinstance(p, Mapping) else p for p in parent]
    return copy
