"""Texts of fights: what an enemy shows, what comes of an answer, and how it ends.

What an enemy's own row lacks is said in the package's words (`_USUAL`).
"""

from __future__ import annotations

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop
from django.utils.translation import ngettext

from xyzgrid_ext.parts.dungeons.core.fight import (
    ATTACK,
    BLOW,
    DODGE,
    DODGED,
    END,
    GUARD,
    GUARDED,
    HIT,
    OPENING,
    RUSH,
    STRUCK,
)
from xyzgrid_ext.parts.dungeons.core.site import Enemy
from xyzgrid_ext.parts.dungeons.game.state import DungeonState
from xyzgrid_ext.parts.dungeons.game.text import with_article

_USUAL = {
    OPENING: noop("{foe} looks away for a moment."),
    BLOW: noop("{foe} raises itself to strike."),
    RUSH: noop("{foe} crouches, to leap at you."),
    STRUCK: noop("You strike {foe}."),
    GUARDED: noop("{foe} strikes, and hurts itself on your guard."),
    DODGED: noop("You step behind {thing}, and {foe} runs into it."),
    HIT: noop("{foe} strikes you."),
    END: noop("You beat {foe}."),
}
_WOUNDED = {ATTACK: STRUCK, GUARD: GUARDED, DODGE: DODGED}


def sign_text(state: DungeonState, foe: Enemy) -> str:
    """Return what an enemy shows before its next round."""
    return _told(foe, state.sign_of(foe), state.rounds(foe) // len(_WOUNDED))


def wound_text(state: DungeonState, room: int, foe: Enemy, answer: str) -> str:
    """Return the text for an enemy in a room that `answer` (ATTACK, GUARD, DODGE) has wounded."""
    return _told(foe, _WOUNDED[answer], 0).replace("{thing}", _cover(state, room))


def hit_text(foe: Enemy, number: int) -> str:
    """Return the text for an enemy that has hit a player; each `number` may have another."""
    return _told(foe, HIT, number)


def beaten_text(foe: Enemy) -> str:
    """Return the text for an enemy that is beaten."""
    return _told(foe, END, 0)


def _cover(state: DungeonState, room: int) -> str:
    """Return what stands in a room, and can be stepped behind."""
    parts = state.site.rooms[room].fixtures
    titles = [part.title for part in parts if part.kind == "filler"]
    return with_article(titles[0]) if titles else _("a pillar")


def no_effect_text(foe: Enemy, answer: str) -> str:
    """Return the text for GUARD or DODGE where no blow came, so that nobody is hurt."""
    text = _("You guard against a blow that does not come.")
    if answer == DODGE:
        text = _("You step aside, but {foe} stays where it is.")
    return text.format(foe=with_article(foe.title))


def next_round_text(state: DungeonState, foe: Enemy, left: int) -> str:
    """Return what an enemy shows next; `left` is how many more wounds beat it."""
    text = ngettext("One more wound beats it.", "{left} more wounds beat it.", left)
    return f"{text.format(left=left)} |y{sign_text(state, foe)}|n"


def prospect(state: DungeonState, foe: Enemy) -> str:
    """Return the answer to `consider`: what an enemy will do, and how many wounds beat it."""
    wounds, _rounds = state.record.fights.get(foe.word, (0, 0))
    shown = next_round_text(state, foe, foe.fight.wounds - wounds)
    return f"{capfirst(with_article(foe.title))}: {shown}"


def in_time_text(foe: Enemy) -> str:
    """Return the text for a player who does something else while an enemy is off its guard."""
    return _("{foe} is off its guard, and you have just enough time.").format(
        foe=capfirst(with_article(foe.title))
    )


def caught_text(foe: Enemy) -> str:
    """Return the text for an enemy's blow while the player does something else beside it."""
    text = _("{foe} strikes you while you look away.")
    return text.format(foe=capfirst(with_article(foe.title)))


def driven_off_text(foe: Enemy) -> str:
    """Return the text for a fight that the enemy has won."""
    text = _(
        "|yThat was your last heart: {foe} drives you off.|n You wake at the entrance with "
        "everything you had, a minute later by the dungeon's clock."
    )
    return text.format(foe=with_article(foe.title))


def _told(foe: Enemy, key: str, number: int) -> str:
    """Return the text of a row for a sign or an event, or the package's own."""
    if texts := foe.fight.texts.get(key):
        return texts[number % len(texts)]
    return capfirst(_(_USUAL[key]).replace("{foe}", with_article(foe.title)))
