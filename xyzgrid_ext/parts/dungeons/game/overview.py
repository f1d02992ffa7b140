"""An overview of all dungeons: a list, their tables, and the proof of one."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.background import FEWEST_FOR_THREAD, run_in_process, run_in_thread
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.text.messages import plain_text
from xyzgrid_ext.game.visibility.names import name_of, place_text
from xyzgrid_ext.game.world.lookups import names_of
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.boards.game.files import is_machine, solvable_boards
from xyzgrid_ext.parts.dungeons.core.order import NEVER, SHARED
from xyzgrid_ext.parts.dungeons.core.site import KILL, OPTION, PUZZLE, RoomPuzzle, Site, site_of
from xyzgrid_ext.parts.dungeons.game import stored as dungeons
from xyzgrid_ext.parts.dungeons.game.copies import maps_with_players
from xyzgrid_ext.parts.dungeons.game.scores import DUNGEONS, DungeonScore
from xyzgrid_ext.parts.dungeons.game.state import state_of
from xyzgrid_ext.parts.dungeons.game.text import lock_text, task_text, thing_in_words
from xyzgrid_ext.parts.proof.core import BANDS, Action, Metrics, ProofInFull, prove_in_full

_THE = "the "


def site_by_name(live: Live, name: str) -> tuple[str, Site]:
    """Return (map key, Site) of the dungeon, or copy of one, with this name.

    Raises:
        PlayerError: if there is none.
    """
    key = map_key(name)
    grid = live.grids.get(key) or live.copies.get(key)
    site = None if grid is None else site_of(grid)
    if site is None:
        keys = [name for name, grid in live.grids.items() if site_of(grid) is not None]
        raise _no_dungeon_error(name, [*keys, *live.copies])
    return key, site


def _no_dungeon_error(name: str, known: list[str]) -> PlayerError:
    """Return the error that no dungeon has this name."""
    names = ", ".join(known)
    cure = (
        _("Known dungeons: {names}.").format(names=names)
        if known
        else _("|wdungeon new|n makes one.")
    )
    return PlayerError(_("There is no dungeon '{name}'.").format(name=name), cure)


def dungeon_lines(live: Live) -> Iterator[str]:
    """Yield a line for each dungeon, and below it one for each of its copies."""
    inside = maps_with_players(live)
    copies = dungeons.all_copies(live.keeper).values()
    for key, grid in sorted(live.grids.items()):
        site = site_of(grid)
        if site is None:
            continue
        text = _("{name}: {rooms} rooms, entrance {place}, {copies}, reset {reset}")
        yield text.format(
            name=grid.name,
            rooms=grid.rooms,
            place=place_text(live, grid.place(site.start)),
            copies=site.copies,
            reset=site.rules.get("reset", NEVER),
        )
        if site.copies == SHARED:
            yield f"  {_standing(live, key, key in inside)}"
        for copy in copies:
            if copy.map == key:
                is_there = copy.key in live.copies  # else it is swept away
                how = copy.state if is_there else dungeons.GOING
                if is_there and copy.state == dungeons.READY:
                    how = _standing(live, copy.key, copy.key in inside) + _lease(site, copy)
                text = _("{name}, a copy for {owner}: {how}")
                yield "  " + text.format(name=copy.key, owner=_owner(copy.owner), how=how)


def _standing(live: Live, key: str, is_occupied: bool) -> str:
    state = state_of(live, key)
    assert state is not None  # listed maps are dungeons
    people = _("somebody is inside") if is_occupied else _("nobody is inside")
    if state.record.is_new:
        return _("untouched, {people}").format(people=people)
    text = _("{seen} of {rooms} rooms seen, {done} of {things} things done, {people}")
    return text.format(
        seen=len(state.record.seen),
        rooms=len(state.site.rooms),
        done=len(state.record.taken),
        things=sum(len(room.gives) for room in state.site.rooms),
        people=people,
    )


def _lease(site: Site, copy: dungeons.Copy) -> str:
    if copy.left is None:
        return ""
    minutes = max(0, round((copy.left + site.lease - time.time()) / 60))
    text = ngettext(", removed in {n} minute", ", removed in {n} minutes", minutes)
    return text.format(n=minutes)


def _owner(owner: str) -> str:
    kind, _blank, name = owner.partition(" ")
    if kind != "character":
        return _("the party {name}").format(name=name)
    character = objects.object_by_id(int(name))
    return character.key if character is not None else _("a deleted character")


# --- tables


def dungeon_by_name(live: Live, name: str) -> str:
    """Return the map key of the dungeon of that name or title.

    Raises:
        PlayerError: if there is none.
    """
    known = {key: grid for key, grid in live.grids.items() if OPTION in grid.options}
    wanted = name_key(name).removeprefix(_THE)
    for key, grid in known.items():
        if key not in live.copies and wanted in (key, name_key(grid.title).removeprefix(_THE)):
            return str(key)
    raise PlayerError(_("There is no dungeon '{name}'.").format(name=plain_text(name)))


def dungeon_scores(live: Live, key: str) -> tuple[str, list[DungeonScore]]:
    """Return (title, best games, the best first) of a dungeon."""
    grid = live.grids[key]
    site = site_of(grid)
    assert site is not None
    return grid.title, DUNGEONS.table(live.keeper, key, site.digest)


def dungeons_with_scores(live: Live) -> list[str]:
    """Return the titles of the dungeons whose tables have entries."""
    keys = [key for key, grid in live.grids.items() if OPTION in grid.options]
    tables = (dungeon_scores(live, key) for key in keys if key not in live.copies)
    return sorted(name for name, rows in tables if rows)


# --- the proof


def proof_steps(live: Live, name: str) -> Steps[list[str]]:
    """Prove that a dungeon can be won, in another process; return the proof as lines of text.

    Raises:
        PlayerError: if there is no such dungeon.
        RefusedError: with the faults that the prover found.
    """
    key, site = site_by_name(live, name)

    riddles = list(_riddles(live, key, site))

    def proof() -> ProofInFull:
        solved = {
            word: is_answered or any(solvable_boards(boards).values())
            for word, is_answered, boards in riddles
        }
        return run_in_process(prove_in_full, site.problem, solved)

    text = yield from run_in_thread("dungeon proved", FEWEST_FOR_THREAD, proof)
    if text.metrics is None:
        raise RefusedError(text.findings)
    return list(_certified(live, key, site, text.metrics, text.walkthrough))


def _certified(
    live: Live, key: str, site: Site, metrics: Metrics, walkthrough: Iterable[Action]
) -> Iterator[str]:
    rooms = [(key, number) for number in range(len(site.rooms))]
    called = names_of(live, rooms)
    names = {room[1]: called.get(room) or name_of(live, room) for room in rooms}
    yield _("It can always be won, whatever players do, and nothing in it is useless.")
    measures = zip(BANDS.values(), metrics, strict=True)
    yield _("Measures: {figures}.").format(
        figures=", ".join(f"{band.title} {value:g}" for band, value in measures)
    )
    yield _("Keys and items:")
    for number, room in enumerate(site.rooms):
        for chest in room.chests:
            yield f"  {thing_in_words(chest.give.what)}: {names[number]}"
    yield _("Doors:")
    for link in site.links.values():
        if link.needs:
            why = ", ".join(lock_text(site, word) for word in link.needs)
            way = _("exit {exit} in {room}").format(exit=link.exit, room=names[int(link.source)])
            yield f"  {way}: {why}"
    words = [_done(site, step) for step in walkthrough]
    yield _("One way through it: {steps}.").format(steps=", ".join(words))


def _done(site: Site, step: Action) -> str:
    """Return a step of a walkthrough in words."""
    if step.do == "go":
        return step.word
    if step.do == "open":
        return _("unlock {exit}").format(exit=step.word)
    return (
        task_text(site, step.word)
        if step.word.startswith((KILL, PUZZLE))
        else _("take {thing}").format(thing=thing_in_words(step.word))
    )


def _riddles(live: Live, key: str, site: Site) -> Iterator[tuple[str, bool, list[str]]]:
    """Yield the word of each puzzle, whether it has an answer, and its boards."""
    for number, room in enumerate(site.rooms):
        for riddle in room.puzzles:
            boards = [riddle.board] if riddle.board else list(_machines(live, key, number, riddle))
            yield riddle.word.removeprefix(PUZZLE), bool(riddle.answers), boards


def _machines(live: Live, key: str, number: int, riddle: RoomPuzzle) -> Iterator[str]:
    """Yield the boards of machines that a builder has put into a room for a puzzle."""
    room = live.object((key, number))
    for content in room.contents if room is not None else ():
        if is_machine(content) and f"{PUZZLE}{content.db.puzzle}" == riddle.word:
            yield f"{content.db.board}:{content.db.puzzle_level or content.db.level or 1}"
