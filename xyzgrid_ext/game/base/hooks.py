"""The guard of hooks: what a hook of a game's class raises ends only the question that was asked.

The log gets the first traceback, and `evennia xyzgrid doctor` counts it. What is asked instead is
in `world.hooks`.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.db import DatabaseError

from xyzgrid_ext.core.records import Record
from xyzgrid_ext.game.base.evennia_types import GameObject, RoomObject
from xyzgrid_ext.game.base.surviving import worker_faults

NOTHING: object = object()
"""What `call_hook` returns if the hook raised."""


def call_hook(obj: GameObject, hook: str, *args: object, **kwargs: object) -> Any:
    """Call the method `hook` of an object, and return its result; NOTHING if it raises.

    Keyword arguments that an override does not accept are left out.
    """
    return call_for_hook(obj, hook, getattr(obj, hook), args, kwargs)


def call_for_hook(obj: GameObject, hook: str, method: Any, args: Any, kwargs: Record) -> Any:
    """Return `method(*args, **kwargs)`, for the hook `hook` of an object; NOTHING if it raises."""
    try:
        return method(*args, **(_accepted_keywords(method, kwargs) if kwargs else kwargs))
    except DatabaseError:
        raise  # which is not of the class's making, and ends the transaction
    except Exception as err:  # noqa: BLE001 - this is the guard
        worker_faults.note(f"{hook} of {type(obj).__module__}.{type(obj).__qualname__}", err)
        return NOTHING


def _accepted_keywords(method: object, kwargs: Mapping[str, object]) -> Record:
    names = _keywords(getattr(method, "__func__", method))
    return kwargs if names is None else {n: value for n, value in kwargs.items() if n in names}


@lru_cache(256)
def _keywords(function: Any) -> frozenset[str] | None:
    """Return the keywords that a function takes; None if it takes any."""
    parameters = inspect.signature(function).parameters.values()
    takes_any = any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters)
    return None if takes_any else frozenset(each.name for each in parameters)


def message_room(room: RoomObject, message: object, **kwargs: object) -> None:
    """Call `msg_contents` of a room; if a game's override raises, that is only logged."""
    call_hook(room, "msg_contents", message, **kwargs)
