"""`attack` in a game without its own combat: blows, until an enemy is beaten or wins.

    attack ──► a blow ──┬── it was the last ──► beaten, for good; the victor gets a heart back
                        └── the foe may strike back ──► a heart lost ──► none left: driven off

A character without hearts is moved to the entrance and gets all hearts back; the enemy recovers,
but strikes back less often after each win. Nothing else is lost. An enemy also strikes those who do
something else beside it. Its strikes are computed from the dungeon's seed, so that a fight is the
same for everybody who has the same number of hearts.

A game with its own combat names a function in its settings, which replaces all of this:

    XYZGRID_COMBAT = "mygame.combat.begin"

    def begin(character, room, foe):        foe.title, foe.word, foe.is_boss
        ...                                 whatever takes place, and for however long
        dungeons.actions.beaten(room, foe, character)

`beaten` opens what the enemy keeps shut. The prover assumes that every enemy can be beaten sooner
or later; here an enemy that has won twice no longer strikes back.
"""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext_lazy as lazy

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, RoomObject
from xyzgrid_ext.game.base.language import later
from xyzgrid_ext.game.text.messages import tell_room
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.dungeons.core.site import Enemy
from xyzgrid_ext.parts.dungeons.game import actions
from xyzgrid_ext.parts.dungeons.game import text as dungeon_words
from xyzgrid_ext.parts.dungeons.game.state import HEARTS, DungeonState
from xyzgrid_ext.parts.dungeons.settings import COMBAT
from xyzgrid_ext.parts.dungeons.signals import dungeon_event

_BLOWS, _BOSS_BLOWS = 2, 4
_BOLD, _BOSS_BOLD = 50, 75  # percent: how often a foe strikes back
_LESS_BOLD = 25  # percent, for each time that it has won


def attack(character: Character, room: RoomObject, foe: Enemy) -> None:
    """Begin the game's own combat, or strike one blow.

    Raises:
        PlayerError: if something must be done before this enemy can be beaten.
    """
    state, _number, inside = actions.inside(room)
    give = next(give for give in inside.gives if give.what == foe.word)
    if missing := actions.lacking(state, give, character):
        raise PlayerError(dungeon_words.invulnerable(state, foe, missing))
    if (begin := settings.function(COMBAT)) is not None:
        begin(character, room, foe)
        return
    record = state.record
    blows, losses = record.hurt.get(foe.word, 0) + 1, record.losses.get(foe.word, 0)
    left = (_BOSS_BLOWS if foe.is_boss else _BLOWS) - blows
    if left <= 0:
        rested = max(0, _lost(state, character) - 1)
        actions.keep(current(), state, record.with_wounds(character.pk, rested))
        actions.beaten(room, foe, character)
        return
    hurt = replace(record, hurt={**record.hurt, foe.word: blows})
    state = actions.keep(current(), state, hurt)
    tell_room(
        room, lazy("{name} strikes at {foe}."), but=character, by=character,
        name=character, foe=later(dungeon_words.the, foe.title),
    )  # fmt: skip
    chance = Chance(state.site.digest, foe.word, losses, blows)
    if strikes_back(foe, losses, chance):
        is_last = _lost(state, character) + 1 >= HEARTS
        character.msg(dungeon_words.struck_back(foe, left, is_last=is_last))
        _strike(character, room, state, foe)
    else:
        character.msg(dungeon_words.struck(foe, left))


def strikes_back(foe: Enemy, losses: int, chance: Chance) -> bool:
    """Whether an enemy strikes back after a blow; each of its wins makes that less likely."""
    share = (_BOSS_BOLD if foe.is_boss else _BOLD) - _LESS_BOLD * losses
    return share > 0 and chance.percent(share)


def stayed(character: Character, room: RoomObject) -> None:
    """Let an enemy strike somebody who has done something else in its room."""
    state, _number, inside = actions.inside(room)
    foe = next((foe for foe in inside.foes if not state.has(foe.word)), None)
    if foe is None or settings.function(COMBAT) is not None:
        return
    character.msg(dungeon_words.caught(foe))
    _strike(character, room, state, foe)


def _lost(state: DungeonState, character: Character) -> int:
    """Return the number of hearts that a character has lost."""
    return state.record.wounds.get(str(character.pk), 0)


def _strike(character: Character, room: RoomObject, state: DungeonState, foe: Enemy) -> None:
    """Take a heart from a character; a character without hearts is moved to the entrance."""
    record = state.record
    lost = _lost(state, character) + 1
    if lost < HEARTS:
        state = actions.keep(current(), state, record.with_wounds(character.pk, lost))
        character.msg(dungeon_words.hearts(state, character))
        return
    losses = {**record.losses, foe.word: record.losses.get(foe.word, 0) + 1}
    hurt = {word: blows for word, blows in record.hurt.items() if word != foe.word}
    rested = replace(record, hurt=hurt, losses=losses).with_wounds(character.pk, 0)
    actions.keep(current(), state, rested)
    character.msg(dungeon_words.driven_off(foe))
    tell_room(
        room, lazy("{foe} drives {name} off."), but=character, by=character, name=character,
        foe=later(lambda: dungeon_words.capital(dungeon_words.the(foe.title))),
    )  # fmt: skip
    dungeon_event.send(
        sender=DungeonState, what="driven", room=room, character=character, thing=foe
    )
    start = current().object((state.key, state.site.start))
    if start is not None and start != room:
        character.move_to(start, quiet=True, move_type="teleport")
        tell_room(
            start, lazy("{name} staggers in."), but=character, by=character, name=character
        )  # fmt: skip
