"""A hook of a game that fails, and how often that was survived."""

from xyzgrid_ext.game.base.surviving import worker_faults


class HookError(Exception):
    """What a hook of a game raises."""


def fails(*args, **kwargs):
    raise HookError("of the game")


def times(worker):
    return worker_faults.by_worker().get(worker, {"times": 0})["times"]
