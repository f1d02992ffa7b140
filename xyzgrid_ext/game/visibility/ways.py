"""Which ways are for one character: those that it knows of, and that let it through as things are.

    wormhole        only after it has jumped it, unless the map says that they are known
    needs, a lock   the exit itself is asked
    dungeon         as the exit says: what has not been explored is not known

Builders know all, and pass without what an exit needs; other locks hold them too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xyzgrid_ext.core.graph import Portal, is_explored
from xyzgrid_ext.game.base.open_locks import passes
from xyzgrid_ext.game.db import memory


def sees_all(character: Any) -> bool:
    """Whether a character is a builder, for whom nothing of the grid is hidden."""
    return passes(character, "perm(Builder)")


def may_use(live: Any, character: Any) -> Callable[[Portal], bool]:
    """Ways that are known to a character, and that lead it on as things are."""
    is_known = may_learn(live, character)
    all_seeing = sees_all(character)

    def may_use(portal: Portal) -> bool:
        if not is_known(portal):
            return False
        if not portal.needs and (all_seeing or not is_explored(live.grids[portal.source[0]])):
            return True
        exit_obj = live.exit_at(portal.source, portal.link)
        return exit_obj is not None and _leads_on(exit_obj, character, all_seeing)

    return may_use


def may_learn(live: Any, character: Any) -> Callable[[Portal], bool]:
    """All ways but the wormholes that a character has not jumped."""
    known = memory.wormholes(character)
    all_seeing = sees_all(character)

    def may_learn(portal: Portal) -> bool:
        if all_seeing or not portal.wormhole:
            return True
        if not live.is_hidden(portal.source, portal.link):
            return True
        return live.wormhole_id(portal.source, portal.link) in known

    return may_learn


def _leads_on(exit_obj: Any, walker: Any, all_seeing: bool) -> bool:
    """Whether an exit lets a walker through, and may be on its way."""
    if not (exit_obj.access(walker, "traverse") and exit_obj.access(walker, "call")):
        return False
    if all_seeing:
        return True
    own = getattr(exit_obj, "leads_on", None)  # an exit that the grid did not make has none
    return bool(exit_obj.access(walker, "view") and (own is None or own(walker)))
