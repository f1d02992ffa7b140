"""Answers to commands of other games that this one lacks: each names an alternative.

They are used only if there is no such command, so a game's own `buy` hides the entry here.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

_SELL = noop(
    "There is no money, and nothing is for sale. What you need can be found: |wget|n takes a "
    "thing, |winventory|n shows what you have."
)
_REST = noop(
    "You do not get tired, so there is no need to rest. Hearts that you lose in a dungeon come "
    "back when you leave it. |wquit|n logs you off."
)
_STATS = noop(
    "There are no levels and no points to collect. |wscore|n shows your progress, |wjournal|n what "
    "is left to do."
)
_TALK = noop(
    "Those who live here keep to themselves. |wsay|n speaks to the players in the room, and "
    "|wlook <thing>|n or |wread <sign>|n tells what a place knows."
)
_HANDLE = noop(
    "|wlook <thing>|n shows it closely. Where more can be done with a thing, a text names the "
    "command."
)
_ROWS = {
    **dict.fromkeys(("pull", "push", "ring", "turn", "touch", "use", "sit", "drink"), _HANDLE),
    **dict.fromkeys(("talk", "ask", "greet"), _TALK),
    **dict.fromkeys(("buy", "sell"), _SELL),
    **dict.fromkeys(("rest", "sleep"), _REST),
    **dict.fromkeys(("stats", "stat"), _STATS),
    "consider": noop(
        "In a dungeon, |wlook|n shows the enemies of a room, and |wattack|n tells how many blows "
        "they still take. Elsewhere there is nobody to fight."
    ),
    "brief": noop(
        "Walks are brief: |wgoto|n names the rooms that you pass, and shows the last one in full. "
        "|wgoto/full|n shows all of them in full."
    ),
}


def answer(typed: str) -> str:
    """Return the alternative to the first word of a line; empty if there is none for it."""
    word, *_others = typed.lower().split(maxsplit=1) or [""]
    text = _ROWS.get(word)
    return _(text) if text else ""
