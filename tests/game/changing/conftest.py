"""A map that is drawn anew, and objects that are in memory or not."""

import pytest


def framed(drawing):
    """A drawing as a map string: the first line is y = 1, or y = 0 if it is one line."""
    lines = [f"  {line}" for line in drawing.strip("\n").split("\n")]
    return "\n".join(["+", "", *lines, "", "+", ""])


@pytest.fixture
def world(limbo, module):
    """Return a function: drawing, data of the map -> the grid with it, loaded but not spawned."""
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    def write(drawing, **data):
        module("maps.world", zcoord="world", map=framed(drawing), **data)
        grid = get_xyzgrid()
        if grid.records:
            grid.reload()
        else:
            grid.add("maps.world")
        return grid

    return write


@pytest.fixture(params=["in memory", "by rows"])
def way(request):
    """Return a function that brings all objects into memory, or forgets them all."""
    from evennia.objects.models import ObjectDB
    from evennia.utils.idmapper.models import flush_cache

    from xyzgrid_ext.game.db import objects

    def prepare():
        flush_cache()
        if request.param == "in memory":
            return list(ObjectDB.objects.all())
        assert not any(ObjectDB.get_cached_instance(pk) for pk in objects.coordinates())
        return []

    return prepare
