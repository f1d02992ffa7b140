"""Texts about shut exits: by their needs, by locks, or by the rules of a map.

Exits: north (locked) and east        lock_mark
north (locked, you have the key)      lock_aloud     a screen reader
You cannot go north: …                why_stopped    who tries it
You need the bronze key.              why_shut       whom no route leads through
Every way to the mill is blocked: …   barred         whose walk it stops
the bronze key and the big key        needs_in_words
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.routes import Portal, RouteStep
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, ExitObject, GameObject, Looker
from xyzgrid_ext.game.base.open_locks import sees_all
from xyzgrid_ext.game.parts import game_needs_words, game_parts
from xyzgrid_ext.game.visibility import needs
from xyzgrid_ext.game.visibility.names import name_of, place_text
from xyzgrid_ext.game.world import lookups
from xyzgrid_ext.game.world.world import Live

_DEED = "puzzle"  # or anything else that a builder's code calls done
_NEEDS: Mapping[str, str] = {
    "item": gettext_noop("the {name}"),
    _DEED: gettext_noop("the solution of {name}"),
    "time": gettext_noop("it to be {name}"),
    "season": gettext_noop("the season to be {name}"),
    "hour": gettext_noop("the hour to be {name}"),
    "lock": gettext_noop("more than a key"),
}
_NAMES: Mapping[str, tuple[str, ...]] = {
    "time": (
        *(gettext_noop("night"), gettext_noop("day"), gettext_noop("dawn"), gettext_noop("dusk")),
        *(gettext_noop("morning"), gettext_noop("afternoon"), gettext_noop("evening")),
    ),
    "season": (
        *(gettext_noop("winter"), gettext_noop("spring")),
        *(gettext_noop("summer"), gettext_noop("autumn")),
    ),
}
"""Names behind these words that are translated."""


def needs_in_words(words: tuple[str, ...]) -> str:
    """Return needs in words: `item:key`, `puzzle:orrery`: `the key and the solution of orrery`."""
    done = [word.partition(":")[2].strip() for word in words if _is_deed(word)]
    texts = [_in_words(word) for word in words if not _is_deed(word)]
    if done:
        text = ngettext("the solution of {name}", "the solutions of {name}", len(done))
        texts.append(text.format(name=iter_to_str(done, endsep=_("and"))))
    return iter_to_str(texts, endsep=_("and"))


def need_texts() -> dict[str, str]:
    """Return kind of need -> its text with `{name}` left in: `item` -> `the {name}`."""
    rows = (_NEEDS, *(part.need_texts for part in game_parts()))
    texts = {kind: _(text) for row in rows for kind, text in row.items()}
    return texts | {row.word: str(row.text) for row in game_needs_words() if row.text}


def _is_deed(word: str) -> bool:
    return word.partition(":")[0].strip() == _DEED


def _in_words(word: str) -> str:
    kind, _sign, name = word.partition(":")
    text = need_texts().get(kind.strip())
    name = _(name.strip()) if kind in _NAMES else name.strip()
    return text.replace("{name}", name) if text else word


# --- in lists of exits


def lock_mark(exit_obj: ExitObject, looker: Looker) -> str:
    """Return what shuts an exit in one or two words, such as `locked`; empty if it is open.

    Where the map has its own rules, everybody learns what shuts an exit; elsewhere, only that it
    is shut.
    """
    if (door := needs.door_at(exit_obj)) is not None:
        return door.short_state()
    is_open = looker is None or needs.meets_locks(exit_obj, looker)
    return "" if is_open else _("locked")


def lock_aloud(exit_obj: ExitObject, looker: Looker) -> str:
    """Return what a screen reader says of a shut exit, as `locked, you have the bronze key`."""
    if (door := needs.door_at(exit_obj)) is not None:
        return door.shut_text(looker)
    if not (words := needs.needs_of(exit_obj)):
        return lock_mark(exit_obj, looker)
    if missing := needs.unmet_needs(exit_obj, looker):
        return _("locked, you need {things}").format(things=needs_in_words(missing))
    # what was solved is open; what one carries has to be carried on
    if items := tuple(word for word in words if word.startswith("item:")):
        return _("locked, you have {things}").format(things=needs_in_words(items))
    return ""


# --- to those who try one, or whom no route leads through


def why_stopped(exit_obj: GameObject, character: Character) -> str:
    """Return what somebody reads who tries an exit and lacks what it needs; empty if nothing."""
    if (door := needs.door_at(exit_obj)) and (why := door.refusal(exit_obj.key, character)):
        return why
    return _missing_text(exit_obj, character, tries=True)


def why_shut(exit_obj: ExitObject, walker: Character) -> str:
    """Return the reason why no route uses an exit, in words; empty if there is none to give."""
    if (door := needs.door_at(exit_obj)) and (why := door.route_refusal(exit_obj.key, walker)):
        return why
    return _missing_text(exit_obj, walker)


def _missing_text(exit_obj: GameObject, walker: Character, *, tries: bool = False) -> str:
    """Return the needs of an exit that somebody lacks, in its own words or in ours."""
    if not (missing := needs.unmet_needs(exit_obj, walker)):
        return ""
    text = _("You cannot go there: you need {things}.") if tries else _("You need {things}.")
    return str(exit_obj.db.err_traverse or text.format(things=needs_in_words(missing)))


# --- on a walk


def exit_in_words(live: Live, step: RouteStep, looker: Looker | None = None) -> str:
    """Return the exit of a step in words: `east from Hall`, or `bronze door, east from Hall`.

    Builders see the coordinate of its room instead of the name.
    """
    way = live.router.way(step)
    if looker is not None and sees_all(looker):
        room, text = place_text(live, live.router.place(step.source)), _("{direction} of {room}")
    else:
        room, text = name_of(live, step.source), _("{direction} from {room}")
    place = text.format(direction=way.key, room=room)
    exit_obj = None if step.link < 0 else lookups.exit_at(live, step.source, step.link)
    if exit_obj is None or name_key(exit_obj.key) == name_key(way.key):
        return place
    return _("{exit}, {where}").format(exit=exit_obj.key, where=place)


def locked_text(exit_: str) -> str:
    """Return the text that an exit, given in words, does not let somebody through."""
    return _("This exit is locked to you: {exit}.").format(exit=exit_)


def lost_exit_text(live: Live, step: RouteStep, walker: Character) -> str:
    """Return the text that the exit of a step no longer exists."""
    text = _("This exit no longer exists: {exit}.")
    return text.format(exit=exit_in_words(live, step, walker))


def stuck_text(live: Live, step: RouteStep, walker: Character) -> str:
    """Return the text that the exit of a step takes too long."""
    text = _("You cannot get through: {exit}.")
    return text.format(exit=exit_in_words(live, step, walker))


def barred_error(live: Live, walker: Character, portal: Portal, goal: str) -> PlayerError:
    """Return the error for a shut exit and its needs, as far as a walker may know them."""
    step = RouteStep(portal.source, portal.link, portal.target)
    exit_ = exit_in_words(live, step, walker)
    text = _("Every way to {name} is blocked: {exit}.").format(name=goal, exit=exit_)
    exit_obj = lookups.exit_at(live, portal.source, portal.link)
    return PlayerError(text, "" if exit_obj is None else why_shut(exit_obj, walker))


def no_wormhole_text(name: str, *, several: bool) -> str:
    """Return why no wormhole is taken: several are meant, or there is none of this name."""
    if several:
        return _("There are several wormholes here. Say which one, for example |wwormhole 2|n.")
    return _("There is no {way} here.").format(way=name)
