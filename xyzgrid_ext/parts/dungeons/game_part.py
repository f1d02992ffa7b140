"""What dungeons add to the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.cli.jobs import JobWork
from xyzgrid_ext.game.parts import GamePart
from xyzgrid_ext.game.travel.traversal import is_passing
from xyzgrid_ext.game.world.current import get_grid
from xyzgrid_ext.parts.dungeons.game import (
    actions,
    allowance,
    building,
    commands,
    copies,
    descents,
    maps,
    room_text,
    scores,
    stored,
    text,
    visits,
)
from xyzgrid_ext.parts.dungeons.game.caretaker import caretaker
from xyzgrid_ext.parts.dungeons.game.rules import progress_lines, rules_of_dungeon
from xyzgrid_ext.parts.dungeons.game.state import HEARTS, dungeon_at

if TYPE_CHECKING:
    from xyzgrid_ext.game.typeclasses.moves import Move


def _before_arrival(move: Move) -> str:
    if move.exit_obj is not None and move.kind == "traverse":
        actions.pass_through(move.exit_obj, move.who)
    return ""


def _refusal(who: Character, word: str) -> str:
    inside = dungeon_at(who.location) if word in ("fly", "dive", "chatter") else None
    if inside is None or (word == "chatter" and not text.has_foe(*inside)):
        return ""
    return _("The vaults of a dungeon are in your way.") + "\n" + _("Take the stairs.")


def _exit_typeclass(destination: Any) -> str:
    # an ordinary exit would lead into the pattern itself
    return copies.ENTRANCE if copies.is_pattern(destination) else ""


def _removed(key: str) -> None:
    stored.forget_record(get_grid(), key)
    scores.DUNGEONS.forget(get_grid(), key)
    scores.DESCENTS.forget(get_grid(), key)


def _vitals(who: Character) -> tuple[int, int] | None:
    if (inside := dungeon_at(who.location)) is None:
        return None
    return max(0, HEARTS - inside[0].record.wounds.get(str(who.pk), 0)), HEARTS


def _no_game(who: Character) -> str:
    if dungeon_at(who.location) is None:
        return ""
    message = _("There is no riddle or game in this room.")
    return message + " " + _("|wnotes|n shows what is left to do in this dungeon.")


GAME = GamePart(
    "dungeons",
    commands=(
        commands.CmdAttack,
        commands.CmdAnswer,
        commands.CmdNotes,
        descents.CmdDescend,
        building.CmdDungeon,
        building.CmdDungeonScores,
    ),
    limits=allowance.LIMITS,
    connect=visits.connect,
    started=(caretaker.start, maps.read_usual_catalogue),
    copies=lambda: stored.all_copies(get_grid()),
    maps_read=lambda live, old: copies.restore_copies(live) if old is None else None,
    exit_target=copies.target,
    exit_typeclass=_exit_typeclass,
    open_thing=commands.open_chest_or_door,
    open_help=commands.OPEN_HELP,
    map_removed=_removed,
    room_lines=room_text.footer,
    room_shown=lambda room, looker: text.give_lesson(looker, room, ""),
    map_rules=rules_of_dungeon,
    progress=progress_lines,
    has_visited=stored.visits_to,
    before_arrival=_before_arrival,
    left=lambda move: visits.note_departure(move.origin, move.who, move.target),
    arrived=lambda move: visits.note_arrival(
        move.target, move.who, move.origin, stays=not is_passing(move.who)
    ),
    jobs={building.DUNGEON: JobWork(building.make_dungeon)},
    map_kinds={"dungeon": maps.load_dungeon},
    need_texts={
        "smallkey": gettext_noop("a small key"),
        "bigkey": gettext_noop("the big key"),
        "kill": gettext_noop("a victory over {name}"),
    },
    puzzle_solved=actions.record_solved,
    map_renamed=stored.rename_dungeon,
    refusal=_refusal,
    subscriptions={room_text.INSIDE_WORD: room_text.send_inside},
    client_files=lambda: ("xyzgrid/dungeons/inside.css", "xyzgrid/dungeons/inside.js"),
    surroundings_sent=room_text.tell_inside,
    no_game=_no_game,
    vitals=_vitals,
)
