"""Texts about fights in dungeons, for players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.game.maps.dungeon_site import Enemy
from xyzgrid_ext.game.text.dungeon_words import capital, task, the
from xyzgrid_ext.game.visibility.dungeon_state import HEARTS, DungeonState


def invulnerable(state: DungeonState, foe: Enemy, words: Iterable[str]) -> str:
    """Return the reason why an enemy cannot be beaten yet."""
    tasks = iter_to_str([task(state.site, word) for word in words], endsep=_("and"))
    return _("You cannot harm {foe} yet: first {tasks}.").format(foe=the(foe.title), tasks=tasks)


def struck(foe: Enemy, left: int) -> str:
    """Return the text for a blow that has hurt the enemy but not beaten it."""
    text = ngettext(
        "You strike {foe} hard. One more blow will do it: |wattack|n.",
        "You strike {foe}, which reels. {left} more blows will do it: |wattack|n.",
        left,
    )
    return text.format(foe=the(foe.title), left=left)


def struck_back(foe: Enemy, left: int, *, is_last: bool) -> str:
    """Return the text for a blow that the enemy has returned; the last one ends the fight."""
    if is_last:
        text = _("You strike {foe}, and take a blow in return.")
        return text.format(foe=the(foe.title))
    text = ngettext(
        "You strike {foe}, and take a blow in return. One more blow will do it: |wattack|n.",
        "You strike {foe}, and take a blow in return. {left} more blows will do it: |wattack|n.",
        left,
    )
    return text.format(foe=the(foe.title), left=left)


def caught(foe: Enemy) -> str:
    """Return the text for an enemy's blow while the player does something else beside it."""
    text = _("{foe} strikes you while you look away. Type |wattack|n to fight it.")
    return text.format(foe=capital(the(foe.title)))


def driven_off(foe: Enemy) -> str:
    """Return the text for a fight that the enemy has won."""
    text = _(
        "|yThat was your last heart: {foe} drives you off.|n You wake at the entrance, "
        "rested and with everything you had."
    )
    return text.format(foe=the(foe.title))


def hearts(state: DungeonState, looker: Any) -> str:
    """Return a text about the hearts that a character has left; empty if it has lost none."""
    if not (lost := state.record.wounds.get(str(looker.pk), 0)):
        return ""
    left = max(1, HEARTS - lost)
    text = ngettext(
        "You have {n} of {all} hearts left.", "You have {n} of {all} hearts left.", left
    )
    return text.format(n=left, all=HEARTS)
