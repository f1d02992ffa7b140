"""Answers to commands of other games that this one lacks: each names an alternative.

They are used only if there is no such command, so a game's own `buy` hides the entry here.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from xyzgrid_ext.game.text import journal
from xyzgrid_ext.game.visibility.dungeon_state import dungeon_at

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
    "command; |wplay|n starts a machine, and |wjournal|n tells what is left to do."
)
_FIGHT = noop(
    "In a dungeon, |wlook|n shows the enemies of a room, and |wattack|n tells how many blows "
    "they still take. Elsewhere there is nobody to fight."
)
_WEAR = noop(
    "Nothing can be worn or wielded here: what you carry works by itself. |winventory|n shows it."
)
_ROWS = {
    **dict.fromkeys(
        ("pull", "push", "ring", "turn", "touch", "use", "light", "sit", "drink"), _HANDLE
    ),
    **dict.fromkeys(("wear", "wield", "equip", "remove"), _WEAR),
    **dict.fromkeys(("talk", "ask", "greet"), _TALK),
    **dict.fromkeys(("buy", "sell"), _SELL),
    **dict.fromkeys(("rest", "sleep"), _REST),
    **dict.fromkeys(("stats", "stat"), _STATS),
    **dict.fromkeys(("attack", "consider"), _FIGHT),
    "answer": noop("There is no riddle here. In a dungeon, |wanswer|n and a word answers one."),
    "notes": noop(
        "|wnotes|n works in a dungeon: there it tells what is still shut, and what is left to do. "
        "Elsewhere, |wjournal|n does."
    ),
    "screenreader": noop(
        "|woption screenreader = on|n tells maps and boards in words; "
        "|whelp screenreader|n has more."
    ),
    "todo": noop(
        "|wmap todo|n lists the exits that you have not taken yet, |wgoto todo|n walks to the "
        "nearest."
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


def nothing_here(room: Any) -> str:
    """Return the answer to a word of a game where none is played, with what helps instead."""
    if dungeon_at(room) is not None:
        told = _("There is no riddle or game in this room.")
        return told + " " + _("|wnotes|n tells what is left to do in this dungeon.")
    told = _("There is no game to play here.")
    more = _("|wjournal|n tells what there is to do.") if journal.is_kept() else ""
    return f"{told} {more}".strip()
