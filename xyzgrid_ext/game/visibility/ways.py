"""The exits that one character can use: exits that it knows and that let it through now.

    wormhole        only after it has used it, unless the map says that they are known
    needs, a lock   the exit itself decides
    dungeon         as the exit says: unexplored rooms are not known

Builders know all exits and pass without their needs, but other locks stop them too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xyzgrid_ext.core.routes import Portal, must_be_known
from xyzgrid_ext.game.visibility import needs, unmade
from xyzgrid_ext.game.visibility.dungeon_state import is_on_the_way
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world import hooks


def may_use(viewer: OfCharacter) -> Callable[[Portal], bool]:
    """Return a gate for the exits that a character knows and that let it through now."""
    live, is_known, all_seeing = viewer.live, may_learn(viewer), viewer.sees_all
    unmade.be_asked(live)

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
    """Return a gate for all exits except wormholes that a character has not used."""
    live, known, all_seeing = viewer.live, viewer.wormholes, viewer.sees_all

    def may_learn(portal: Portal) -> bool:
        if all_seeing or not portal.wormhole:
            return True
        if not live.is_hidden(portal.source, portal.link):
            return True
        return live.wormhole_id(portal.source, portal.link) in known

    return may_learn


def _leads_on(exit_obj: Any, viewer: OfCharacter) -> bool:
    """Whether an exit lets a character through and may be part of its route."""
    walker = viewer.character
    if not (needs.lets_through(exit_obj, walker) and hooks.allows(exit_obj, walker, "call")):
        return False
    if viewer.sees_all:
        return True
    return hooks.allows(exit_obj, walker, "view") and is_on_the_way(exit_obj)
