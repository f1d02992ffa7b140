"""A small game whose rooms and exits are of given classes, and people who try everything in it.

    Market ─ Lane ─ Inn ─ (transition) ─ Gate ─ Bog ─ Fen      town, and a moor in fog
                                           └─ Ridge
    cube: the matrix of `worlds.CUBE`, with a wormhole

The lines of a command are those of its help, below `Usage:`, with values for their `<places>`.
"""

import re

from dungeon_maps import row
from evennia.contrib.grid.xyzgrid.xymap_legend import MapTransitionNode
from evennia.objects.models import ObjectDB
from evennia.utils.ansi import strip_ansi
from spawned import spawn
from worlds import CUBE, DRAIN

TIME = r"(?:\d{4}-\d\d-\d\d )?\d\d:\d\d(?::\d\d)?"


class ToMoor(MapTransitionNode):
    symbol = "T"
    target_map_xyz = (0, 0, "moor")


class ToTown(MapTransitionNode):
    symbol = "T"
    target_map_xyz = (2, 0, "town")


VALUES = {
    "place": "the inn", "exit": "east", "direction": "east", "somebody": "Bob", "character": "Bob",
    "target": "Bob", "thing": "chart", "object": "chart", "machine": "cabinet", "level": "1",
    "coordinates": "(1,0)", "target location": "the inn", "destination": "the inn",
    "return exit": "back", "map": "moor", "name": "moor", "word": "moss", "puzzle": "riddle",
    "what": "town", "from": '"(0,0,town)"', "to": '"(2,0,town)"', "room": '"(0,0,town)"', "n": "2",
    "day": "2026-11-22", "something in the room's description": "fountain",
}  # fmt: skip
MORE = {
    "goto": (
        "goto the inn", "goto todo", "goto nearest pub", "goto (2,0)", "goto (1,0,moor)",
        "goto Bob", "goto fen via lane", "goto/full lane", "goto nowhere", "goto (0,0,cube)",
        "path todo", "path fen", "path (0,0,1,cube)",
    ),
    "map": ("map moor", "map cube", "map nowhere"),
    "go": ("go to inn", "enter inn", "climb ladder", "walk"),
    "find": ("find inn", "find Bob"),
}  # fmt: skip


def maps(room_class, exit_class):
    def room(key, **more):
        return {"prototype_parent": "xyz_room", "typeclass": room_class, "key": key, **more}

    ways = {("*", "*", "*"): {"prototype_parent": "xyz_exit", "typeclass": exit_class}}
    matrix_ways = {(*"***", "*"): ways["*", "*", "*"]}
    return (
        {
            "zcoord": "town",
            "map": "\n+ 0 1 2 3\n\n0 #-#-#-T\n\n+ 0 1 2 3\n",
            "legend": {"T": ToMoor},
            "prototypes": ways
            | {
                (0, 0): room("Market", desc="A fountain.", details={"fountain": "Wet."}),
                (1, 0): room("Lane"),
                (2, 0): room("The Inn", tags=[("pub", "landmark")]),
                (1, 0, "e"): ways["*", "*", "*"] | {"needs": ["item:lantern"]},
            },
        },
        {
            "zcoord": "moor",
            "map": "\n+ 0 1 2 3\n\n1 #\n  |\n0 #-#-#-T\n\n+ 0 1 2 3\n",
            "legend": {"T": ToTown},
            "options": {"fog": "explored"},
            "prototypes": ways
            | {
                (0, 0): room("Gate"),
                (1, 0): room("Bog"),
                (2, 0): room("Fen"),
                (0, 1): room("Ridge"),
                (1, 0, "e"): ways["*", "*", "*"] | {"locks": "traverse:perm(Builder)"},
            },
        },
        {"zcoord": "cube", "matrix": CUBE, "prototypes": matrix_ways | {(*"***",): room("Cell")}},
        {
            "zcoord": "game",
            "matrix": DRAIN,
            "options": {"play": "matrix"},
            "prototypes": matrix_ways | {(*"***",): room("Maze")},
        },
        _vault(room_class, exit_class),
    )


def _vault(room_class, exit_class):
    """Return a dungeon of three rooms with a key, a locked door and an enemy."""
    gives = {"Hall": ["smallkey"], "Closet": [{"what": "kill:rat", "name": "a rat"}]}
    data = row(["Hall", "Closet", "End"], gives=gives, needs={"Hall east": ["smallkey"]})
    for place, prototype in data["prototypes"].items():
        prototype["typeclass"] = room_class if len(place) == 2 else exit_class
    data["prototypes"]["*", "*", "*"] = {"prototype_parent": "xyz_exit", "typeclass": exit_class}
    return data


def lines_of(command):
    """Return the lines to type for a command: those of its help, and the bare command."""
    names = {command.key.lstrip("@"), *(name.lstrip("@") for name in command.aliases)}
    usage = (type(command).__doc__ or "").partition("Usage:")[2].partition("\n\n")[0]
    found = [command.key.lstrip("@")]
    for line in usage.splitlines():
        form = re.split(r"\s{2,}|\|\|", line.strip())[0]
        if not any(form.lower().startswith(name) for name in names):
            continue
        for text in (re.sub(r"\s*\[[^\[\]]*\]", "", form), form.replace("[", "").replace("]", "")):
            found.append(_filled(text))
    return list(dict.fromkeys([*found, *MORE.get(command.key.lstrip("@"), ())]))


WORDS = {
    "MAP": "moor", "ROOM": "(0,0,town)", "FROM": "(0,0,town)", "TO": "(1,0,moor)", "OLD": "moor",
    "NEW": "heath", "--FORMAT": "--json",
}  # fmt: skip


OTHER = (
    r"(?:token=|Bearer )[\w:.-]+"
    r'|(?:csrf\w*"?[:=] ?|value=|nonce=|who=|"(?:ticket|job|typeclass)": )"[^"]*"'
    r"|ANALYZE +(?:never done\n.+|.+)"  # PostgreSQL also does it of itself
)
# in JSON, in lists, in XML and HTML, after a name, in exits of MSDP
ID = (
    r'("(?:\w{1,5}|number|ROOM_VNUM)": ?"?|\[|(?<=\d), '
    r'|(?:<room id|target|data-from|data-to)="|room-|\(#|[";]\w+ )(\d+)'
)


def values_in(usage):
    """Return the words to say to the launcher for a usage, without what may be left out."""
    needed = re.sub(r"\s*\[[^\[\]]*\]", "", usage).replace(" ...", "")
    words = (word.partition("|")[0] for word in needed.split())
    return [WORDS.get(word, "nothing" if word.isupper() else word) for word in words]


def _filled(text):
    def value(match):
        words = match.group(1)
        return VALUES.get(words, VALUES.get(words.split(" or ")[0], "the inn"))

    return re.sub(r"\s*\.\.\.$", "", re.sub(r"<([^>]*)>", value, text)).strip()


STANDS = {"town": (0, 0, "town"), "moor": (0, 0, "moor"), "cube": (0, 0, "cube:0")} | {
    "game": (0, 0, "game:0"),
    "vault": (0, 0, "vault"),
}


class Game:
    """The game, with Ann, a player, Bea, who may do anything, and Bob in the inn."""

    def __init__(self, classes, make_player, tmp_path, monkeypatch, pass_by):
        from evennia import create_object

        self.grid = spawn(maps(*classes), tmp_path, monkeypatch)
        self.pass_by = pass_by
        market, inn = self.room(0, 0, "town"), self.room(2, 0, "town")
        self.people = {"Ann": make_player("Ann"), "Bea": make_player("Bea", superuser=True)}
        self.bob = make_player("Bob")
        self.bob.character.move_to(inn, quiet=True)
        for name in ("chart", "cabinet"):
            create_object("typeclasses.objects.Object", key=name, location=market)

    def room(self, x, y, z):
        return self.grid.live.object(self.grid.live.room_at_xyz(x, y, z))

    def stands(self, who, place):
        """Put somebody at a place, as after a login there."""
        character = self.people[who].character
        character.ndb.xyzgrid_walk = None
        room = self.room(*STANDS[place])
        if character.location is not room:
            character.move_to(room, quiet=True, move_type="teleport")

    def without_ids(self, text):
        """Return data with the names of objects instead of their ids, which differ."""
        ids = {str(pk): key for pk, key in ObjectDB.objects.values_list("pk", "db_key")}
        text = re.sub(r"testmaps_\d+", "testmaps", re.sub(OTHER, "", text))
        text = re.sub(TIME, "TIME", text)
        return re.sub(ID, lambda one: one[1] + ids.get(one[2], one[2]), text)

    def told(self, who, line):
        """Type a line, and let a walk that it begins take a few steps; return what came."""
        player = self.people[who]
        before = len(player.sent)
        player.types(line)
        self.pass_by(2)
        told = [_told(message) for message in player.sent[before:]]
        if ("look", "") in told:  # a map above a room is a part of it
            told = [one for one in told if one[0] != "xymap"]
        return "\n".join(text or f"<{kind}>" for kind, text in told if kind or text)


def _told(message):
    """Return the kind and the text of a message, without what differs from run to run.

    What a room shows is the business of its class, so of a `look` only the kind is left. Names of
    the contrib's rooms have their ids for builders.
    """
    text, options = message.get("text") or "", {}
    if isinstance(text, list | tuple):
        text, options = text[0] or "", text[-1]
    text, kind = strip_ansi(str(text)), options.get("type", "")
    if kind == "look":
        return (kind, "") if text.strip() else ("", "")
    for pattern, instead in VARYING:
        text = re.sub(pattern, instead, text)
    return kind, text


VARYING = (
    (r"\[#\d+\([^()]*\)\]", ""),
    (r"#\d+", "#N"),
    (r"\(\d+,\d+,[\w:]+\)\(#N\)", "(#N)"),
    (r"testmaps_\d+", "testmaps"),
    (TIME, "TIME"),
    (r"(Typeclass: |- )[\w.]*(Room|Exit)\b( \([\w.]*\))?", r"\1\2"),
)
