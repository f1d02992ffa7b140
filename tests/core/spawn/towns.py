"""A town of two rooms and an exit, and the rows of a database that holds it.

HERE --right--> THERE          ELSEWHERE, on another map
"""

from dataclasses import replace

from xyzgrid_ext.core.spawn import XYZ, Existing, ExitKey, ExitSpec, RoomSpec, Row, Template, Wanted
from xyzgrid_ext.core.spawn.model import Traits

ROOM = Template(
    prototype_key="xyz_room",
    typeclass="a.Room",
    key="Hall",
    attrs={("desc", None): ("Large.", ""), ("smell", "air"): ("of bread", "")},
    locks=("view:all()", "get:false()"),
    aliases=("Great Hall",),
    permissions=("Helper",),
    tags=(("warm", "climate", None),),
)
EXIT = Template(prototype_key="xyz_exit", typeclass="a.Exit")
HERE, THERE, ELSEWHERE = XYZ(0, 0, "town"), XYZ(1, 0, "town"), XYZ(5, 5, "cave")
EAST = ExitKey(HERE, "right")


def row_of(spec, number, location=None, destination=None):
    """The row of an object that is just as its spec wants it."""
    template = spec.template
    is_exit = isinstance(spec, ExitSpec)
    traits = Traits(
        typeclass=template.typeclass,
        aliases=frozenset(a.lower() for a in (spec.aliases if is_exit else template.aliases)),
        locks=frozenset(template.locks),
        permissions=frozenset(p.lower() for p in template.permissions),
        tags=frozenset((key, category) for key, category, _ in template.tags),
        prototypes=frozenset({template.prototype_key}),
        attrs=template.attrs,
    )
    return Row(
        id=number,
        key=spec.key,
        traits=traits,
        target=spec.target if is_exit else None,
        home=template.home,
        location=location,
        destination=destination,
    )


def existing_of(wanted, others=None):
    """A database that holds just what is wanted."""
    ids = {**(others or {}), **{xyz: n for n, xyz in enumerate(wanted.rooms)}}
    return Existing(
        {xyz: row_of(spec, ids[xyz]) for xyz, spec in wanted.rooms.items()},
        {
            key: row_of(spec, 100 + n, ids.get(key.room), ids.get(spec.target))._replace(
                direction=key.direction
            )
            for n, (key, spec) in enumerate(wanted.exits.items())
        },
        others or {},
    )


def altered(row, **changes):
    """A row with some of its fields, or of its traits, otherwise."""
    own = {name: value for name, value in changes.items() if name in Row._fields}
    traits = {name: value for name, value in changes.items() if name not in own}
    return row._replace(traits=replace(row.traits, **traits), **own)


TOWN = Wanted(
    {HERE: RoomSpec("Hall", ROOM), THERE: RoomSpec("Hall", ROOM)},
    {EAST: ExitSpec("right", ("ri",), THERE, EXIT)},
)


def parts(todo):
    """The parts of a plan in which there is something to do."""
    names = [
        f"{what}_{which}" for what in ("new", "changed", "gone") for which in ("rooms", "exits")
    ]
    return {name for name in names if getattr(todo, name)}


def values(changes):
    """What changes of a row are about: field, old and new value."""
    return tuple((change.field, change.old, change.new) for change in changes)
