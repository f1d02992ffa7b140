"""Answers to words that are no commands here: each names an alternative.

The game's own come first (`XYZGRID_ANSWERS`), such as that nothing is for sale in it. They are used
only if there is no such command, so a game's own `buy` hides its entry.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.parts.verbs import journal
from xyzgrid_ext.parts.verbs.settings import ANSWERS

_ALIKE = {
    "score": "sc prog progress",
    "help": "h ?",
    "help start here": "guide tutorial newbie",
    "nick": "alias",
    "nicks": "aliases",
    "nick/delete": "unalias",
    "inventory": "eq equipment bag",
    "page": "tell reply",
    "public": "gossip chat",
    "enter": "in inside",
    "out": "outside exit leave",
    "go": "run move speedwalk",
    "goto": "travel",
    "look": "peek view inspect finger",
    "exits": "scan",
    "map": "areas",
    "journal": "tasks",
    "kill": "beat slay guard block parry dodge",
    "search": "find",
    "map todo": "todo",
    "option": "color colour config toggle settings prefs",
    "recall": "home",
    "quit": "logout logoff",
    "setdesc": "title describe",
    "pose": "me",
    "party": "group",
    "who": "players users",
}
OUR_WORDS = {word: ours for ours, words in _ALIKE.items() for word in words.split()}
"""A word of other games -> our command, or Evennia's: `eq` -> `inventory`."""

_ROWS = {
    "answer": noop("There is no riddle here. In a dungeon, |wanswer|n and a word answers one."),
    "notes": noop(
        "|wnotes|n works in a dungeon: it shows what is still shut and what is left to do. "
        "Elsewhere, use |wjournal|n."
    ),
    # not for it: who closes a page that has closed itself would leave the game
    "q": noop("|wquit|n leaves the game."),
    "screenreader": noop(
        "Type |woption screenreader = on|n to have maps and boards described in words."
    ),
    "explore": noop(
        "Walk around, and look at what the texts mention. |wmap todo|n lists exits not yet taken."
    ),
    "brief": noop(
        "Walks are brief: |wgoto|n names the rooms that you pass, and shows the last one in full. "
        "|wgoto/full|n shows all of them in full."
    ),
    "prompt": noop("There is none. |whearts|n shows how you are, and so do clients with GMCP."),
    "password": noop(
        "A guest has none. |wcreate <name> <password>|n keeps what you do under a name of your own."
    ),
    "flee": noop("There is nobody here to flee from. |wback|n goes where you came from."),
    "save": noop("There is no need to: what you do is kept as you do it."),
    "news": noop("|wjournal|n shows what there is to do, |wwho|n who else is here."),
}


def translate_line(word: str, text: str) -> str:
    """Return another game's line, `word` and `text`, as one of ours; empty if there is none."""
    if not (ours := OUR_WORDS.get(word)):
        return ""
    return "nicks" if ours.startswith("nick") and not text else f"{ours} {text}".strip()


def alternative_to(typed: str) -> str:
    """Return the hint what to do instead of the first word of a line; empty if there is none."""
    word, *_others = typed.lower().split(maxsplit=1) or [""]
    if text := (settings.setting_function(ANSWERS) or {}).get(word):
        return text
    return _(text) if (text := _ROWS.get(word)) else ""


def no_game_text(character: Character) -> str:
    """Return the hint that no game is played here, and `journal` says what to do; "" without it."""
    if not (journal.has_journal() and journal.may_type(character, "journal")):
        return ""
    text = _("There is no game to play here.")
    return text + " " + _("|wjournal|n shows what there is to do.")
