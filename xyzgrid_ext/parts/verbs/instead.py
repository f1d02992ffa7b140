"""Answers to words that are no commands here: each names an alternative.

The game's own come first (`XYZGRID_ANSWERS`), such as that nothing is for sale in it. They are used
only if there is no such command, so a game's own `buy` hides its entry.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.command_sets import may_type
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.parts.verbs import journal
from xyzgrid_ext.parts.verbs.settings import ANSWERS

MEANT = {
    "sc": "score",
    "prog": "score",
    "progress": "score",
    "h": "help",
    "?": "help",
    "guide": "help start here",
    "tutorial": "help start here",
    "newbie": "help start here",
    "alias": "nick",
    "aliases": "nicks",
    "unalias": "nick/delete",
    "eq": "inventory",
    "equipment": "inventory",
    "bag": "inventory",
    "tell": "page",
    "reply": "page",
    "gossip": "public",
    "chat": "public",
    "in": "enter",
    "inside": "enter",
    "outside": "out",
    "exit": "out",
    "leave": "out",
    "flee": "back",
    "run": "go",
    "move": "go",
    "speedwalk": "go",
    "travel": "goto",
    "peek": "look",
    "view": "look",
    "inspect": "look",
    "scan": "exits",
    "areas": "map",
    "tasks": "journal",
    "todo": "map todo",
    "color": "option",
    "colour": "option",
    "config": "option",
    "toggle": "option",
    "settings": "option",
    "prefs": "option",
    "home": "recall",
    "q": "quit",
    "logout": "quit",
    "logoff": "quit",
    "title": "setdesc",
    "describe": "setdesc",
    "me": "pose",
    "group": "party",
    "players": "who",
    "users": "who",
    "finger": "look",
}
"""What other games call commands of this one, or of Evennia."""

_ROWS = {
    "answer": noop("There is no riddle here. In a dungeon, |wanswer|n and a word answers one."),
    "notes": noop(
        "|wnotes|n works in a dungeon: there it tells what is still shut, and what is left to do. "
        "Elsewhere, |wjournal|n does."
    ),
    "screenreader": noop("|woption screenreader = on|n tells maps and boards in words."),
    "brief": noop(
        "Walks are brief: |wgoto|n names the rooms that you pass, and shows the last one in full. "
        "|wgoto/full|n shows all of them in full."
    ),
    "password": noop(
        "A guest has none. |wcreate <name> <password>|n keeps what you do under a name of yours."
    ),
    "save": noop("There is no need to: what you do is kept as you do it."),
    "news": noop("|wjournal|n tells what there is to do, |wwho|n who else is here."),
}


def answer(typed: str) -> str:
    """Return the alternative to the first word of a line; empty if there is none for it."""
    word, *_others = typed.lower().split(maxsplit=1) or [""]
    if text := (settings.function(ANSWERS) or {}).get(word):
        return text
    return _(text) if (text := _ROWS.get(word)) else ""


def no_game(character: Character) -> str:
    """Return where a character learns what to do where no game is played; else ""."""
    if not (journal.is_kept() and may_type(character, "journal")):
        return ""
    text = _("There is no game to play here.")
    return text + " " + _("|wjournal|n tells what there is to do.")
