"""`attack` where the game has no combat of its own: blows, until a foe is beaten.

A game with its own names a function in its settings:

    XYZGRID_COMBAT = "mygame.combat.begin"

    def begin(character, room, foe):        foe.title, foe.word, foe.is_boss
        ...                                 whatever takes place, and for however long
        dungeons.doings.beaten(room, foe, character)

`beaten` opens what the foe keeps shut. The prover takes for granted that every foe can be beaten,
sooner or later.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.dungeons import actions
from xyzgrid_ext.game.maps.dungeon_site import Enemy
from xyzgrid_ext.game.text import dungeon_words
from xyzgrid_ext.game.text.messages import tell_room

_BLOWS, _BOSS_BLOWS = 2, 4


def attack(character: Any, room: Any, foe: Enemy) -> None:
    """Begin the game's own combat, or strike one blow."""
    if (begin := settings.combat()) is not None:
        begin(character, room, foe)
        return
    needed = _BOSS_BLOWS if foe.is_boss else _BLOWS
    blows = actions.hurt(room, foe)
    if blows < needed:
        character.msg(_answer(foe, needed - blows))
        tell_room(
            room, _("{name} strikes at {foe}."), but=character, by=character,
            name=character, foe=dungeon_words.the(foe.title),
        )  # fmt: skip
    else:
        actions.beaten(room, foe, character)


def _answer(foe: Enemy, left: int) -> str:
    """The effect of a blow that was not the last."""
    text = _("You strike {foe}, and are thrown across the room. Again: |wattack|n.")
    if left == 1:
        text = _("You strike {foe} hard. Once more will do: |wattack|n.")
    elif left == 2:
        text = _("You strike {foe}, are struck yourself, and keep your feet: |wattack|n.")
    return text.format(foe=dungeon_words.the(foe.title))
