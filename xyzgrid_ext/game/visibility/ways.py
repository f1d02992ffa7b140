"""Which ways are for one character: those that it knows of, and that let it through as things are.

    wormhole        only after it has jumped it, unless the map says that they are known
    needs, a lock   the exit itself is asked
    dungeon         as the exit says: what has not been explored is not known

Builders know all, and pass without what an exit needs; other locks hold them too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xyzgrid_ext.core.graph import Portal, must_be_known
from xyzgrid_ext.game.visibility import unmade
from xyzgrid_ext.game.visibility.viewer import OfCharacter


def may_use(viewer: OfCharacter) -> Callable[[Portal], bool]:
    """Ways that are known to a character, and that lead it on as things are."""
    live, is_known, all_seeing = viewer.live, may_learn(viewer), viewer.sees_all

    def may_use(portal: Portal) -> bool:
        if not is_known(portal):
            return False
        grid = live.grids[portal.source[0]]
        if not portal.needs and (all_seeing or not must_be_known(grid, portal.link)):
            return True
        exit_obj = unmade.exit_at(live, portal.source, portal.link)
        return exit_obj is not None and _leads_on(exit_obj, viewer)

    return may_use


def may_learn(viewer: OfCharacter) -> Callable[[Portal], bool]:
    """All ways but the wormholes that a character has not jumped."""
    live, known, all_seeing = viewer.live, viewer.wormholes, viewer.sees_all

    def may_learn(portal: Portal) -> bool:
        if all_seeing or not portal.wormhole:
            return True
        if not live.is_hidden(portal.source, portal.link):
            return True
        return live.wormhole_id(portal.source, portal.link) in known

    return may_learn


def _leads_on(exit_obj: Any, viewer: OfCharacter) -> bool:
    """Whether an exit lets a character through, and may be on its way."""
    walker = viewer.character
    if not (exit_obj.access(walker, "traverse") and exit_obj.access(walker, "call")):
        return False
    if viewer.sees_all:
        return True
    own = getattr(exit_obj, "leads_on", None)  # an exit that the grid did not make has none
    return bool(exit_obj.access(walker, "view") and (own is None or own(walker)))
