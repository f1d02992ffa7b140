"""Texts about exits that are shut because of their needs, or by the doors of a dungeon.

Exits: north (locked) and east        mark
(locked, you have a small key)        shut
You cannot go north: …                refusal
the bronze key and the big key        needs_in_words
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.game.base.open_locks import sees_all
from xyzgrid_ext.game.text import dungeon_words
from xyzgrid_ext.game.visibility import needs
from xyzgrid_ext.game.visibility.dungeon_state import SMALL, may_open, state_at

_DEED = "puzzle"  # or anything else that a builder's code calls done
_NEEDS = {
    "item": gettext_noop("the {name}"),
    _DEED: gettext_noop("the solution of {name}"),
    "smallkey": gettext_noop("a small key"),
    "bigkey": gettext_noop("the big key"),
    "kill": gettext_noop("a victory over {name}"),
    "lock": gettext_noop("more than a key"),
}


def needs_in_words(words: tuple[str, ...]) -> str:
    """Return the needs of an exit in words: `the bronze key and the solution of orrery`."""
    done = [word.partition(":")[2].strip() for word in words if _is_deed(word)]
    told = [_in_words(word) for word in words if not _is_deed(word)]
    if done:
        told.append(_(_NEEDS[_DEED]).format(name=iter_to_str(done, endsep=_("and"))))
    return iter_to_str(told, endsep=_("and"))


def need_texts() -> dict[str, str]:
    """Return the texts of `needs_in_words` by kind for web pages, with `{name}` left in."""
    return {kind: _(text) for kind, text in _NEEDS.items()}


def _is_deed(word: str) -> bool:
    return word.partition(":")[0].strip() == _DEED


def _in_words(word: str) -> str:
    kind, _sign, name = word.partition(":")
    text = _NEEDS.get(kind.strip())
    return _(text).format(name=name.strip()) if text else word


def mark(exit_obj: Any, looker: Any) -> str:
    """Return the lock of a seen exit in a word; empty if the exit is open.

    In dungeons, everybody learns what shuts an exit; elsewhere, only that it is shut.
    """
    if (found := state_at(exit_obj)) is None:
        is_open = looker is None or needs.may_pass(exit_obj, looker)
        return "" if is_open else _("locked")
    state, link = found
    closed = state.closed_by(link)
    return dungeon_words.mark(closed[0]) if closed else ""


def shut(exit_obj: Any, looker: Any) -> str:
    """Return the lock of a dungeon's exit, and whether the looker can open it.

    Return "" if it is open.
    """
    if (found := state_at(exit_obj)) is None:
        return ""
    state, link = found
    told = []
    for word in state.closed_by(link):
        if may_open(state, word, looker):
            told.append(dungeon_words.held_for(word))
        else:
            told.append(dungeon_words.lock(state.site, word))
    return ", ".join(told)


def refusal(exit_obj: Any, character: Any) -> str:
    """Return the reason why a dungeon's exit stops somebody; empty if it does not."""
    found = state_at(exit_obj)
    if found is None or sees_all(character):
        return ""
    state, link = found
    closed = [word for word in state.closed_by(link) if not may_open(state, word, character)]
    return dungeon_words.refusal(state, exit_obj.key, closed) if closed else ""


def why_stopped(exit_obj: Any, character: Any) -> str:
    """Return what somebody reads who tries an exit and lacks what it needs; empty if nothing."""
    if text := refusal(exit_obj, character):
        return text
    if not (missing := needs.missing(exit_obj, character)):
        return ""
    if own := exit_obj.db.err_traverse:
        return str(own)
    return _("You cannot go there: you need {things}.").format(things=needs_in_words(missing))


def missing_in_words(exit_obj: Any, walker: Any) -> str:
    """Return the needs of an exit that somebody lacks, in words; empty if there are none."""
    if not (missing := needs.missing(exit_obj, walker)):
        return ""
    if own := exit_obj.db.err_traverse:
        return str(own)
    return _("You need {things}.").format(things=needs_in_words(missing))


def why_shut(exit_obj: Any, walker: Any) -> str:
    """Return the reason why no route uses an exit, in words; empty if there is none to give."""
    return in_the_way(exit_obj, walker) or missing_in_words(exit_obj, walker)


def in_the_way(exit_obj: Any, character: Any) -> str:
    """Return the reason why no route uses a dungeon's exit; empty if a route may use it."""
    if text := refusal(exit_obj, character):
        return text
    if (found := state_at(exit_obj)) is None:
        return ""
    state, link = found
    if SMALL in state.closed_by(link):
        return dungeon_words.to_be_opened(exit_obj.key)
    return "" if state.is_known(int(link.target)) else dungeon_words.unexplored()
