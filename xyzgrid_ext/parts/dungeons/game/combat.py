"""Fights in a game without combat of its own: `attack`, `guard` and `dodge`, round by round.

    the enemy's sign ──► an answer ──► wounds of the enemy, hearts of the player ──► the next sign
                                          │                   └─► none left: driven off
                                          └─► enough: beaten for good; the victor gets a heart back

A character without hearts is moved to the entrance and gets all hearts back; the enemy recovers,
and a minute is added to the dungeon's time. Nothing else is lost. An enemy also strikes those who
do something else beside it, but for when it is off its guard. All of it follows from the dungeon's
seed and the players' answers: see `core.fight`.

A game with its own combat names a function in its settings, which replaces all of this:

    XYZGRID_COMBAT = "mygame.combat.begin"

    def begin(character, room, foe):        foe.title, foe.word, foe.is_boss
        ...                                 whatever takes place, and for however long
        dungeons.actions.beaten(room, foe, character)

`record_beaten` opens what the enemy keeps shut. The prover assumes that every enemy can be beaten.
"""

from __future__ import annotations

from dataclasses import replace

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as lazy

from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, RoomObject
from xyzgrid_ext.game.base.language import lazy_text
from xyzgrid_ext.game.text.messages import tell_room
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.dungeons.core.fight import ATTACK, DODGE, GUARD, OPENING, play_round
from xyzgrid_ext.parts.dungeons.core.site import Enemy
from xyzgrid_ext.parts.dungeons.game import actions, fight_text
from xyzgrid_ext.parts.dungeons.game import text as dungeon_words
from xyzgrid_ext.parts.dungeons.game.state import HEARTS, DungeonState
from xyzgrid_ext.parts.dungeons.settings import COMBAT
from xyzgrid_ext.parts.dungeons.signals import dungeon_event

_DONE = {
    ATTACK: lazy("{name} strikes at {foe}."),
    GUARD: lazy("{name} guards against {foe}."),
    DODGE: lazy("{name} dodges {foe}."),
}


def fight_round(character: Character, room: RoomObject, foe: Enemy, answer: str) -> None:
    """Play a round of a fight with the answer ATTACK, GUARD or DODGE, or begin the game's own.

    Raises:
        PlayerError: if something must be done before this enemy can be beaten.
    """
    state, number, inside = actions.inside_of(room)
    give = next(give for give in inside.gives if give.what == foe.word)
    if missing := actions.missing_words(state, give, character):
        raise PlayerError(dungeon_words.invulnerable_text(state, foe, missing))
    if (begin := settings.setting_function(COMBAT)) is not None:
        begin(character, room, foe)
        return
    sign = state.sign_of(foe)
    result = play_round(sign, answer)
    wounds, rounds = state.record.fights.get(foe.word, (0, 0))
    left = foe.fight.wounds - wounds - result.wounds
    if result.wounds:
        character.msg(f"|g{fight_text.wound_text(state, number, foe, answer)}|n")
    if left <= 0:
        rested = max(0, _lost(state, character) - 1)
        actions.store_record(current(), state, state.record.with_wounds(character.pk, rested))
        actions.record_beaten(room, foe, character)
        return
    fights = {**state.record.fights, foe.word: (wounds + result.wounds, rounds + 1)}
    state = actions.store_record(current(), state, replace(state.record, fights=fights))
    tell_room(
        room, _DONE[answer], but=character, by=character, name=character,
        foe=lazy_text(dungeon_words.with_article, foe.title),
    )  # fmt: skip
    if result.hearts:
        character.msg(f"|r{fight_text.hit_text(foe, rounds)}|n")
        if not _strike(character, room, state, foe):
            return
    elif not result.wounds:
        character.msg(fight_text.no_effect_text(foe, answer))
    tell_room(room, "{told}", told=lazy_text(fight_text.next_round_text, state, foe, left))


def strike_who_stays(character: Character, room: RoomObject) -> None:
    """Let the enemy in a room strike a character that has done something else beside it."""
    state, _number, inside = actions.inside_of(room)
    foe = next((foe for foe in inside.enemies if not state.has(foe.word)), None)
    if foe is None or settings.setting_function(COMBAT) is not None:
        return
    sign = state.sign_of(foe)
    wounds, rounds = state.record.fights.get(foe.word, (0, 0))
    fights = {**state.record.fights, foe.word: (wounds, rounds + 1)}
    state = actions.store_record(current(), state, replace(state.record, fights=fights))
    if sign == OPENING:
        character.msg(fight_text.in_time_text(foe))
    else:
        character.msg(f"|r{fight_text.caught_text(foe)}|n")
        if not _strike(character, room, state, foe):
            return
    left = foe.fight.wounds - wounds
    tell_room(room, "{told}", told=lazy_text(fight_text.next_round_text, state, foe, left))


def _lost(state: DungeonState, character: Character) -> int:
    """Return the number of hearts that a character has lost."""
    return state.record.wounds.get(str(character.pk), 0)


def _strike(character: Character, room: RoomObject, state: DungeonState, foe: Enemy) -> bool:
    """Take a heart from a character, who is moved to the entrance without hearts.

    Returns:
        Whether the character has hearts left.
    """
    record = state.record
    lost = _lost(state, character) + 1
    if lost < HEARTS:
        state = actions.store_record(current(), state, record.with_wounds(character.pk, lost))
        character.msg(dungeon_words.hearts_text(state, character))
        return True
    losses = {**record.losses, foe.word: record.losses.get(foe.word, 0) + 1}
    fights = {word: numbers for word, numbers in record.fights.items() if word != foe.word}
    rested = replace(record, fights=fights, losses=losses).with_wounds(character.pk, 0)
    actions.store_record(current(), state, rested)
    character.msg(fight_text.driven_off_text(foe))
    tell_room(
        room, lazy("{foe} drives {name} off."), but=character, by=character, name=character,
        foe=lazy_text(lambda: capfirst(dungeon_words.with_article(foe.title))),
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
    return False
