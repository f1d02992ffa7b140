"""Fights: before each round, an enemy shows what it is about to do, and a player answers that.

    sign       attack              guard      dodge
    opening    a wound             nothing    nothing
    blow       a wound, a heart    a wound    a heart
    rush       a heart             a heart    a wound

A wound is the enemy's, a heart the player's; the last wound comes before the enemy's own blow. To
each sign one answer costs nothing, so that who reads the signs always wins. Each three rounds have
all three signs, in an order that depends on the dungeon, the enemy and its victories; an enemy that
has won twice shows openings only, so that everybody wins in the end.

What is read in a fight is a row of data, of the catalogue or of a map:

    {"opening": ["The rats quarrel over a crust."],    several texts for each sign
     "blow": ["One rat stands up, teeth first."],
     "rush": ["The whole heap draws together."],
     "struck": "There are fewer of them.",             it was wounded: by `attack`,
     "guarded": "They fall back from your guard.",     by `guard`,
     "dodged": "They run past, into {thing}.",         by `dodge`; {thing} stands in the room
     "hit": "Rats run up you and down again.",         it has hit the player
     "end": "The last rat goes home.",                 it is beaten
     "wounds": 3}                                      how many beat it

Texts that are absent are the package's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.records import Record

SIGNS = OPENING, BLOW, RUSH = "opening", "blow", "rush"
"""What an enemy can announce in a round of a fight."""
ANSWERS = ATTACK, GUARD, DODGE = "attack", "guard", "dodge"
"""What a player can do in a round of a fight."""
EVENTS = STRUCK, GUARDED, DODGED, HIT, END = "struck", "guarded", "dodged", "hit", "end"
"""What can happen in a round, and the end of a fight."""
TEXT_KEYS = *SIGNS, *EVENTS
"""The keys of a fight's texts in the catalogue."""
WOUNDS, BOSS_WOUNDS = 3, 6
_TAMED = 2  # victories after which an enemy no longer strikes


class RoundCost(NamedTuple):
    """What one round costs: wounds of the enemy, and hearts of the player."""

    wounds: int
    hearts: int


_ROUNDS = {
    (OPENING, ATTACK): RoundCost(1, 0),
    (BLOW, ATTACK): RoundCost(1, 1),
    (BLOW, GUARD): RoundCost(1, 0),
    (BLOW, DODGE): RoundCost(0, 1),
    (RUSH, ATTACK): RoundCost(0, 1),
    (RUSH, GUARD): RoundCost(0, 1),
    (RUSH, DODGE): RoundCost(1, 0),
}


def play_round(sign: str, answer: str) -> RoundCost:
    """Return what a round costs; `sign` is one of SIGNS, `answer` one of ANSWERS."""
    return _ROUNDS.get((sign, answer), RoundCost(0, 0))


def choose_sign(digest: str, word: str, losses: int, rounds: int) -> str:
    """Return one of SIGNS for an enemy's next round; the same arguments give the same sign.

    Args:
        digest: `Site.digest` of the dungeon.
        word: what beating the enemy gives, as `kill:7`.
        losses: how often the player has lost to it.
        rounds: how many rounds of this fight are over.
    """
    if losses >= _TAMED:
        return OPENING
    return Chance(digest, word, losses, rounds // len(SIGNS)).shuffled(SIGNS)[rounds % len(SIGNS)]


@dataclass(frozen=True)
class Fight:
    """The texts of a fight, by TEXT_KEYS, and how many wounds of the enemy end it."""

    texts: Mapping[str, tuple[str, ...]]
    wounds: int = WOUNDS

    @classmethod
    def from_row(cls, row: Record, wounds: int) -> Fight:
        """Return the fight of `row`, a `fight` of the catalogue; `wounds` counts if it has none."""
        listed = {key: row[key] for key in TEXT_KEYS if row.get(key)}
        texts = {
            key: (text,) if isinstance(text, str) else tuple(text) for key, text in listed.items()
        }
        return cls(texts, int(row.get("wounds", wounds)))
