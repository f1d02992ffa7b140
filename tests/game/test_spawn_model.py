"""Edits of files, changes by hand, removals, spawns and undos in any order, beside a model.

    cave ─gate─► (0,0) ─east─► (1,0) ─east─► (2,0)
                       ◄─west─       ◄─west─

The model knows of each value who gave it: `files` is what the maps say, `given` what the last spawn
gave, `game` what the rows should be. Before each spawn the plan must say exactly what the model
says, and blame nobody else; after it the rows must equal the model.
"""

import copy
import importlib
import itertools
import os
import sys

from evennia.contrib.grid.xyzgrid.xyzroom import XYZRoom
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from spawned import savepoint_undone

from xyzgrid_ext.core.spawn.model import CHANGED_BY_HAND
from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.cli.jobs import Order, job_steps
from xyzgrid_ext.game.db import record
from xyzgrid_ext.game.spawn import spawning

EXAMPLES = int(os.environ.get("XYZGRID_TEST_SPAWNS", "4"))
numbers = itertools.count()
ROOMS = [(0, 0, "road"), (1, 0, "road"), (2, 0, "road"), (0, 0, "cave")]
EXITS = {
    ((0, 0, "road"), "east"): (1, 0, "road"),
    ((1, 0, "road"), "west"): (0, 0, "road"),
    ((1, 0, "road"), "east"): (2, 0, "road"),
    ((2, 0, "road"), "west"): (1, 0, "road"),
    ((0, 0, "cave"), "gate"): (0, 0, "road"),
}
OPTIONAL = (2, 0, "road")  # a room that the file may lack
PLACES = [*ROOMS, *EXITS]
DEFAULT = {True: "An empty room.", False: "An exit."}
VALUES = {"desc": ["A.", "B."], "light": [1, 2], "lock": ["perm(Builder)", "false()"]}
WORDS = {"tags": ["warm", "cold"], "aliases": ["inn", "pub"]}


def is_room(place):
    return len(place) == 3


def room_of(place):
    return place if is_room(place) else place[0]


class Model:
    def __init__(self):
        self.files = {place: {"tags": set(), "aliases": set()} for place in PLACES}
        for room in ROOMS:
            self.files[room]["name"] = "Hall"
        self.game, self.given, self.history = {}, {}, []
        self.is_long = True

    def wanted(self):
        rooms = {room for room in ROOMS if self.is_long or room != OPTIONAL}
        return {
            place: self.files[place]
            for place in PLACES
            if (place in rooms if is_room(place) else {place[0], EXITS[place]} <= rooms)
        }

    def plan(self, wanted, places):
        """Return what changes at some places, and the rows changed by hand that it undoes."""
        changes, by_hand = set(), set()
        for place in places:
            spec, row, given = wanted.get(place), self.game.get(place), self.given.get(place)
            if row is None and spec is not None:
                if is_room(place) or EXITS[place] in self.game or EXITS[place] in wanted:
                    changes.add((place, "new"))
                    by_hand |= {place} if given is not None else set()
            elif row is not None and spec is None:
                changes.add((place, "gone"))
            elif row is not None:
                for field, is_theirs in self.differing(place, spec, row, given):
                    changes.add((place, field))
                    by_hand |= {place} if is_theirs else set()
        return changes, by_hand

    def differing(self, place, spec, row, given):
        if is_room(place) and row["name"] != spec["name"]:
            yield "name", row["name"] != given["name"]
        default = DEFAULT[is_room(place)]
        for field in VALUES:
            usual = default if field == "desc" else None
            want, had, has = spec.get(field, usual), given.get(field, usual), row.get(field)
            if field in spec:
                if has != want:
                    yield field, has != had
            elif has == had and has != want:
                yield field, False
        for field in WORDS:
            if spec[field] - row[field]:
                yield field, bool((spec[field] - row[field]) & given[field])
            if (given[field] - spec[field]) & row[field]:
                yield field, False

    def carry_out(self, wanted, places, changes):
        before = copy.deepcopy(self.given)
        for place in places:
            spec, row, given = wanted.get(place), self.game.get(place), self.given.get(place)
            if spec is None:
                self.remove(place)
                continue
            if row is None:
                if (place, "new") in changes:
                    usual = {"desc": DEFAULT[is_room(place)]}
                    self.game[place] = {**usual, **copy.deepcopy(spec)}
            else:
                for field, _ in list(self.differing(place, spec, row, given)):
                    if field in WORDS:
                        row[field] = (row[field] - (given[field] - spec[field])) | spec[field]
                    elif field in spec:
                        row[field] = spec[field]
                    elif field == "desc":
                        row[field] = DEFAULT[is_room(place)]
                    else:
                        row.pop(field)
            self.given[place] = copy.deepcopy(spec)
        return before

    def remove(self, place):
        """Remove a row by a plan: with a room go the exits that lead to it."""
        ways_in = [key for key, end in EXITS.items() if end == place and key in self.game]
        for gone in (place, *(ways_in if place in self.game else ())):
            self.game.pop(gone, None)
            self.given.pop(gone, None)

    def spawn(self):
        changes, _ = self.plan(self.wanted(), PLACES)
        before = self.carry_out(self.wanted(), PLACES, changes)
        if changes:
            self.keep(before, is_spawn=True)

    def undone_places(self):
        before, levels = self.history[-1]
        rooms = {room_of(p) for p in PLACES if before.get(p) != self.given.get(p)}
        rooms = {room for room in rooms if room[2] in levels}

        def leads_somewhere(place):
            end = EXITS[place]
            return end in (before if end in rooms else self.game)

        before = {p: spec for p, spec in before.items() if is_room(p) or leads_somewhere(p)}
        return before, [place for place in PLACES if room_of(place) in rooms]

    def undo(self):
        before, places = self.undone_places()
        changes, _ = self.plan(before, places)
        self.carry_out(before, places, changes)
        self.history.pop()

    def remove_by_hand(self, place):
        self.game.pop(place, None)
        if is_room(place):
            for key, target in EXITS.items():
                if place in (key[0], target):
                    self.game.pop(key, None)

    def delete_road(self):
        before = copy.deepcopy(self.given)
        for place in PLACES:
            is_there = "road" in EXITS.get(place, ()) and place in self.game
            if "road" in room_of(place) or is_there:
                self.game.pop(place, None)
                self.given.pop(place, None)
        self.keep(before)

    def keep(self, before, is_spawn=False):
        """Keep what was given before a spawn, and the levels on which it gave anything else.

        A spawn that gives nothing else, and puts right what was changed by hand, is listed, too.
        """
        changed = (p for p in PLACES if before.get(p) != self.given.get(p))
        if (levels := {room_of(place)[2] for place in changed}) or is_spawn:
            self.history.append((before, levels))


class Game:
    def __init__(self, folder):
        from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

        self.number = next(numbers)
        self.files = {z: folder / f"model_{self.number}_{z}.py" for z in ("road", "cave")}
        self.grid = get_xyzgrid()

    def write(self, model):
        wanted = model.wanted()
        for z, file in self.files.items():
            rooms = {}
            for room in (place for place in wanted if is_room(place) and place[2] == z):
                exits = {
                    way: {"to": EXITS[here, way], **self.prototype(wanted[here, way])}
                    for here, way in (place for place in wanted if not is_room(place))
                    if here == room
                }
                own = {"key": wanted[room]["name"], **self.prototype(wanted[room], "view")}
                rooms[room[:2]] = {**own, "exits": exits}
            file.write_text(f"XYMAP_DATA = {{'zcoord': {z!r}, 'rooms': {rooms!r}}}")
        importlib.invalidate_caches()

    @staticmethod
    def prototype(spec, access="traverse"):
        found = {key: spec[key] for key in ("desc", "light") if key in spec}
        if "lock" in spec:
            found["locks"] = f"{access}:{spec['lock']}"
        if spec["tags"]:
            found["tags"] = [(tag, None) for tag in sorted(spec["tags"])]
        if spec["aliases"]:
            found["aliases"] = sorted(spec["aliases"])
        return found

    def add(self):
        self.grid.add(*(file.stem for file in self.files.values()))

    def read(self):
        self.grid.reload()

    def object_at(self, place):
        rooms = list(XYZRoom.objects.filter_xyz(xyz=room_of(place)))
        if is_room(place) or not rooms:
            return rooms[0] if rooms else None
        return next((exit_ for exit_ in rooms[0].exits if exit_.key == place[1]), None)

    def row(self, place):
        obj = self.object_at(place)
        if obj is None:
            return None
        access = "view" if is_room(place) else "traverse"
        lock = obj.locks.get(access).partition(":")[2]
        row = {
            "desc": obj.attributes.get("desc"),
            "light": obj.attributes.get("light"),
            "lock": None if lock == "all()" else lock,
            "tags": set(obj.tags.all()) & set(WORDS["tags"]),
            "aliases": set(obj.aliases.all()) & set(WORDS["aliases"]),
        }
        if is_room(place):
            row["name"] = obj.key
        return {key: value for key, value in row.items() if value is not None}

    def set(self, place, field, value):
        obj = self.object_at(place)
        if field == "name":
            obj.key = value
        elif field == "lock":
            obj.locks.add(f"{'view' if is_room(place) else 'traverse'}:{value}")
        elif value is None:
            obj.attributes.remove(field)
        else:
            obj.attributes.add(field, value)

    def toggle(self, place, field, word):
        handler = getattr(self.object_at(place), field)
        if word in handler.all():
            handler.remove(word)
        else:
            handler.add(word)


def place_of(key):
    if isinstance(key[0], int):
        return tuple(key)
    return tuple(key[0]), {"e": "east", "w": "west"}.get(key[1], key[1])


def planned(todo):
    """Return what a plan changes, and the rows changed by hand, as the model says it."""
    changes = {(place_of(key), "new") for key in (*todo.new_rooms, *todo.new_exits)}
    changes |= {(place_of(key), "gone") for key in (*todo.gone_rooms, *todo.gone_exits)}
    by_hand = {place_of(key) for key in todo.missing}
    for key, (_row, _spec, differing) in (*todo.changed_rooms.items(), *todo.changed_exits.items()):
        for one in differing:
            field = {"key": "name", "locks": "lock"}.get(one.field)
            changes.add((place_of(key), field or one.field.removeprefix("attribute ")))
            by_hand |= {place_of(key)} if one.by in CHANGED_BY_HAND else set()
    return changes, by_hand


places = st.sampled_from(PLACES)
values = st.sampled_from(sorted(VALUES)).flatmap(
    lambda field: st.tuples(st.just(field), st.none() | st.sampled_from(VALUES[field]))
)
words = st.sampled_from([(field, word) for field in WORDS for word in WORDS[field]])
steps = st.one_of(
    st.tuples(st.just("file value"), places, values),
    st.tuples(st.just("file word"), places, words),
    st.tuples(st.just("file name"), st.sampled_from(ROOMS), st.sampled_from(["Hall", "Inn"])),
    st.tuples(st.just("file room")),
    st.tuples(st.just("hand value"), places, values),
    st.tuples(st.just("hand word"), places, words),
    st.tuples(st.just("hand name"), st.sampled_from(ROOMS), st.sampled_from(["Hall", "Mine"])),
    st.tuples(st.just("hand remove"), places),
    st.tuples(st.just("spawn")),
    st.tuples(st.just("spawn")),
    st.tuples(st.just("undo")),
    st.tuples(st.just("delete")),
)


@given(st.lists(steps, min_size=4, max_size=14))
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # to shrink takes minutes
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_rows_are_what_the_file_and_builders_gave(limbo, tmp_path, monkeypatch, sequence):
    monkeypatch.syspath_prepend(tmp_path)
    with savepoint_undone():
        game, model = Game(tmp_path), Model()
        game.write(model)
        game.add()
        spawn(game, model)
        for step in (*sequence, ("spawn",)):
            take(step, game, model)
    for file in game.files.values():
        sys.modules.pop(file.stem, None)


def take(step, game, model):
    kind, *rest = step
    if kind == "spawn":
        spawn(game, model)
    elif kind == "undo":
        undo(game, model)
    elif kind == "delete":
        work(game, "delete", "road")
        model.delete_road()
        compare(game, model)
        game.write(model)
        game.add()
    elif kind == "file room":
        model.is_long = not model.is_long
    elif kind.startswith("file"):
        edit(kind, model.files, *rest)
    elif rest[0] in model.game:
        by_hand(kind, game, model, *rest)


def edit(kind, rows, place, value):
    if kind.endswith("value"):
        field, new = value
        if new is None:
            rows[place].pop(field, None)
        else:
            rows[place][field] = new
    elif kind.endswith("word"):
        rows[place][value[0]] ^= {value[1]}
    else:
        rows[place]["name"] = value


def by_hand(kind, game, model, place, value=None):
    if kind == "hand remove":
        game.object_at(place).delete()
        model.remove_by_hand(place)
        return
    if kind == "hand value":
        if value == ("lock", None):
            return
        game.set(place, *value)
    elif kind == "hand word":
        game.toggle(place, *value)
    else:
        game.set(place, "name", value)
    edit(kind, model.game, place, value)


def work(game, word, *names):
    return drain(job_steps(word, game.grid, Order(names, TERMINAL)))


def spawn(game, model):
    game.write(model)
    game.read()
    todo = drain(spawning.plan_steps(game.grid.live, sorted(game.grid.live.grids)))
    assert planned(todo) == model.plan(model.wanted(), PLACES)
    assert work(game, "spawn").code == 0
    model.spawn()
    compare(game, model)


def undo(game, model):
    entries = record.history()
    assert len(entries) == len(model.history)
    if not entries:
        return
    undoing = drain(spawning.undo_plan_steps(game.grid.live, entries[0].number, TERMINAL))
    before, places = model.undone_places()
    assert planned(undoing.todo) == model.plan(before, places)
    assert work(game, "undo").code == 0
    model.undo()
    compare(game, model)


def compare(game, model):
    assert {place: row for place in PLACES if (row := game.row(place)) is not None} == model.game
