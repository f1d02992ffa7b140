"""Moves rooms to other places: all that is stored by their coordinates, in one transaction.

    tags         of rooms, of exits and where they lead, also from other maps; of things
    records      of the last spawns, whose history is forgotten: its blocks are of the old places
    characters   explored rooms, wormholes, journeys; and what parts of the game store

So whoever is killed finds either all at the old places or all at the new ones. Who walks on sees
the new ones at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.core.coords import Coord, Place, map_key
from xyzgrid_ext.core.routes import ExploredRooms
from xyzgrid_ext.core.spawn import XYZ, Wanted
from xyzgrid_ext.core.spawn.model import ThingKey
from xyzgrid_ext.core.spawn.moves import Moves, moved_rows, xyz_to_place
from xyzgrid_ext.core.spawn.record import Block, Packer, block_of
from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.db import exploration, memory, objects, record
from xyzgrid_ext.game.db.objects import TagKey
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.spawn import caches
from xyzgrid_ext.game.spawn.tags import HERE, THERE, TagIds, place_tags, target_tags
from xyzgrid_ext.game.spawn.things import THING, parse_thing_tag, thing_tag
from xyzgrid_ext.game.world.world import Live

_CACHED_BY_CONTRIB = ("_xyz", "_xyz_destination", "_xymap")  # of rooms and exits of its own classes


def move_rooms(live: Live, moves: Moves, wanted: Collection[XYZ]) -> None:
    """Move rooms to other places, with all that is stored about them.

    Args:
        live: the world that has the new places.
        moves: old place -> new place.
        wanted: the new places that are on maps; a room that goes to another only makes way.
    """
    places = {
        xyz_to_place(old): xyz_to_place(new).coord for old, new in moves.items() if new in wanted
    }
    with caches.restored_on_failure() as touched:
        changed, beside = _tags_to_change(moves)
        things, marks = _thing_tags(moves)
        _relink(changed | things, marks)
        _move_records(moves, beside)
        touched.update(pk for pk, _category in changed | things)
        touched.update(_move_memories(places))
        for part in game_parts():
            part.rooms_moved(places)
    for pk in touched:
        if (obj := ObjectDB.get_cached_instance(pk)) is not None:
            obj.tags.reset_cache()
            for name in _CACHED_BY_CONTRIB:
                vars(obj).pop(name, None)
    live.forget_objects()


_Slot = tuple[int, str | None]  # of an object: the category in which it gets another tag


def _tags_to_change(moves: Moves) -> tuple[dict[_Slot, tuple[int, TagKey]], set[Block]]:
    """Return (object, category) -> (present link, new tag) of rooms and exits, and blocks.

    The blocks are those of exits that lead to moved rooms.
    """
    levels = {old.z for old in moves}
    tags = Tag.objects.filter(db_category__in=(objects.Z, objects.Z_TO), db_model="objectdb")
    meant = [pk for pk, key in tags.values_list("pk", "db_key") if map_key(key) in levels]
    near = objects.TagLinks.objects.filter(tag_id__in=meant).values("objectdb_id")
    links = objects.TagLinks.objects.filter(
        objectdb_id__in=near, tag__db_category__in=(*HERE, *THERE), tag__db_tagtype=None
    )
    tags_of: dict[int, dict[str, tuple[int, str]]] = defaultdict(dict)
    columns = "objectdb_id", "tag__db_category", "pk", "tag__db_key"
    for pk, category, link, key in links.values_list(*columns):
        tags_of[pk][category] = link, key
    changed: dict[_Slot, tuple[int, TagKey]] = {}
    blocks = set[Block]()
    for pk, present in tags_of.items():
        keys = {category: key for category, (_link, key) in present.items()}
        for categories, made in ((HERE, place_tags), (THERE, target_tags)):
            old = objects.xyz_in(keys, categories)
            if old is None or old not in moves:
                continue
            for tag in made(moves[old]):
                link, key = present[str(tag[1])]
                if key != tag[0]:
                    changed[pk, tag[1]] = link, tag
            if categories == THERE and (room := objects.xyz_in(keys)) is not None:
                blocks.add(block_of(room))
    return changed, blocks


def _thing_tags(moves: Moves) -> tuple[dict[_Slot, tuple[int, TagKey]], dict[TagKey, str]]:
    """Return the new tags of things, with the present links, and the data of these tags."""
    changed: dict[_Slot, tuple[int, TagKey]] = {}
    marks: dict[TagKey, str] = {}
    links = objects.TagLinks.objects.filter(
        tag__db_category=THING, tag__db_model="objectdb", tag__db_tagtype=None
    )
    columns = "pk", "objectdb_id", "tag__db_key", "tag__db_data"
    for link, pk, text, mark in links.values_list(*columns):
        thing = parse_thing_tag(text)
        if thing is not None and thing.room in moves:
            tag = thing_tag(ThingKey(moves[thing.room], thing.name)), THING, None
            changed[pk, THING] = link, tag
            marks[tag] = mark or ""  # a tag that is there already may have that of another thing
    return changed, marks


def _relink(changed: Mapping[_Slot, tuple[int, TagKey]], marks: Mapping[TagKey, str]) -> None:
    """Give objects other tags, some with data, in place of those that they have."""
    ids = TagIds()
    drain(ids.look_up({tag: marks.get(tag) for _link, tag in changed.values()}, TERMINAL))
    links: dict[TagKey, list[int]] = defaultdict(list)
    for link, tag in changed.values():
        links[tag].append(link)
    for tag, pks in links.items():
        (new,) = ids.of([tag])
        for part in objects.chunked(pks):
            objects.TagLinks.objects.filter(pk__in=part).update(tag_id=new)


def _move_records(moves: Moves, beside: Iterable[Block]) -> None:
    """Move the rows in the record of the last spawn to the new places; forget the history."""
    before = record.read_levels(sorted({old.z for old in moves}))
    before |= record.read_blocks(set(beside) - before.keys())
    rows = Wanted({}, {})
    for block, text in before.items():
        of_block = record.unpack_rows(block, text)
        rows.rooms.update(of_block.rooms)
        rows.exits.update(of_block.exits)
    rows = moved_rows(rows, moves)
    blocks: dict[Block, Wanted] = {block: Wanted({}, {}) for block in before}
    for xyz, room in rows.rooms.items():
        blocks.setdefault(block_of(xyz), Wanted({}, {})).rooms[xyz] = room
    for key, exit_ in rows.exits.items():
        blocks.setdefault(block_of(key), Wanted({}, {})).exits[key] = exit_
    packer = Packer()
    record.write_blocks(
        {
            block: packer.pack(of_block) if of_block.rooms or of_block.exits else ""
            for block, of_block in blocks.items()
        },
        before,
    )
    record.forget_history()


def _move_memories(places: Mapping[Place, Coord]) -> Iterator[int]:
    """Move what characters remember to the new places; yield the ids of these characters."""
    maps = sorted({place.map for place in places})
    for obj in ObjectDB.get_all_cached_instances():
        if obj.ndb.xyzgrid_chart is not None:
            exploration.save(obj)
            obj.ndb.xyzgrid_chart = None
    explored = Attribute.objects.filter(db_category=exploration.CATEGORY, db_key__in=maps)
    for attribute in explored:
        seen = ExploredRooms.from_text(str(attribute.value))
        of_map = {
            place.coord: coord for place, coord in places.items() if place.map == attribute.key
        }
        attribute.value = seen.after_moves(of_map).text()
    yield from explored.values_list("objectdb__pk", flat=True)

    def moved(map_name: str, coord: Coord) -> Coord:
        return places.get(Place(map_key(map_name), coord), coord)

    yield from memory.change_wormholes(lambda coord, key: (moved(key, coord), key))
    for character in objects.objects_with(memory.JOURNEY, memory.CATEGORY):
        yield character.pk
        memory.move_journey(character, lambda place: place._replace(coord=moved(*place)))
