"""All names of this package that games hold, as of version 205919d: they stay valid for ever.

PATHS   python paths in databases, in settings and in a game's own modules
NAMES   what databases, clients and game folders hold besides

Names are added here and never taken away. What stands behind them may move: see `game/compat.py`.
"""

from typing import NamedTuple

TYPECLASS = "typeclass"  # `db_typeclass_path`, compared as text: `cls.path` has to be the same
CMDSET = "command set"  # `db_cmdset_storage`, compared as text as well
SETTING = "setting"  # server/conf/settings.py
IMPORT = "import"  # modules of games, and map modules


class Path(NamedTuple):
    """A module, or a module and one name in it."""

    module: str
    name: str
    held_by: str
    where: str

    def __str__(self) -> str:
        return f"{self.module}.{self.name}" if self.name else self.module


PATHS = (
    # --- databases
    Path("xyzgrid_ext.game.typeclasses", "XYZRoom", TYPECLASS, "rooms"),
    Path("xyzgrid_ext.game.typeclasses", "XYZExit", TYPECLASS, "exits"),
    Path("xyzgrid_ext.game.machines.machine", "Machine", TYPECLASS, "things that maps list"),
    Path("xyzgrid_ext.game.dungeons.hatch", "Hatch", TYPECLASS, "exits opened into dungeons"),
    Path("xyzgrid_ext.game.script", "XYZGrid", TYPECLASS, "the grid's script"),
    Path("xyzgrid_ext.game.commands.seated", "SeatedCmdSet", CMDSET, "who sits at a machine"),
    Path("xyzgrid_ext.game.commands.daily", "DailyCmdSet", CMDSET, "who plays a daily matrix"),
    # --- settings
    Path("xyzgrid_ext.game.launcher", "xyzcommand", SETTING, "EXTRA_LAUNCHER_COMMANDS"),
    Path("xyzgrid_ext.game.prototypes", "PROTOTYPE_LIST", SETTING, "PROTOTYPE_MODULES"),
    Path("xyzgrid_ext.game.oob", "", SETTING, "INPUT_FUNC_MODULES"),
    Path(
        "xyzgrid_ext.game.clients.wire",
        "start_plugin_services",
        SETTING,
        "PORTAL_SERVICES_PLUGIN_MODULES",
    ),
    Path("xyzgrid_ext.game.clients.wire", "Telnet", SETTING, "TELNET_PROTOCOL_CLASS"),
    Path(
        "xyzgrid_ext.game.platform.portal",
        "start_plugin_services",
        SETTING,
        "PORTAL_SERVICES_PLUGIN_MODULES",
    ),
    Path(
        "xyzgrid_ext.game.platform.server",
        "start_plugin_services",
        SETTING,
        "SERVER_SERVICES_PLUGIN_MODULES",
    ),
    Path("xyzgrid_ext.game.platform.portal", "PortalLink", SETTING, "AMP_SERVER_PROTOCOL_CLASS"),
    Path("xyzgrid_ext.game.platform.clients", "FittingSession", SETTING, "SERVER_SESSION_CLASS"),
    Path("xyzgrid_ext.game.platform.sqlite", "tuned", SETTING, "DATABASES"),
    Path("xyzgrid_ext.game.platform.sqlite", "PRAGMAS", SETTING, "SQLITE3_PRAGMAS"),
    Path("xyzgrid_ext.web", "", SETTING, "INSTALLED_APPS"),
    Path("xyzgrid_ext.web.hookup", "web_templates", SETTING, "TEMPLATES"),
    Path("xyzgrid_ext.web.templatetags.xyzgrid", "register", SETTING, "TEMPLATES, by `hookup`"),
    Path("xyzgrid_ext.game.typeclasses", "XYZRoom", SETTING, "XYZROOM_PROTOTYPE_OVERRIDE"),
    Path("xyzgrid_ext.game.typeclasses", "XYZExit", SETTING, "XYZEXIT_PROTOTYPE_OVERRIDE"),
    # --- modules of games
    Path("xyzgrid_ext.web.urls", "urlpatterns", IMPORT, "web/urls.py"),
    Path("xyzgrid_ext.game.commands", "XYZGridCmdSet", IMPORT, "commands/default_cmdsets.py"),
    Path("xyzgrid_ext.game.commands", "XYZGridFlyDiveCmdSet", IMPORT, "the same"),
    Path("xyzgrid_ext.game.commands.seated", "SeatedCmdSet", IMPORT, "a base of a game's own"),
    Path("xyzgrid_ext.game.typeclasses", "XYZRoomMixin", IMPORT, "a base of a game's rooms"),
    Path("xyzgrid_ext.game.typeclasses", "XYZExitMixin", IMPORT, "a base of a game's exits"),
    Path("xyzgrid_ext.game.typeclasses", "XYZExitCommand", IMPORT, "the same"),
    Path("xyzgrid_ext.game.typeclasses", "XYZRoom", IMPORT, "a base of a game's rooms"),
    Path("xyzgrid_ext.game.typeclasses", "XYZExit", IMPORT, "a base of a game's exits"),
    Path("xyzgrid_ext.game.objects.managers", "XYZManager", IMPORT, "`objects` of these"),
    Path("xyzgrid_ext.game.objects.managers", "XYZExitManager", IMPORT, "`objects` of these"),
    Path("xyzgrid_ext.game.machines.machine", "Machine", IMPORT, "a base of a game's machines"),
    Path("xyzgrid_ext.game.script", "XYZGrid", IMPORT, "who asks for the script"),
    Path("xyzgrid_ext.game.script", "get_xyzgrid", IMPORT, "who asks for the grid"),
    Path("xyzgrid_ext.game.view.exploring", "reveal", IMPORT, "who tells of rooms"),
    Path("xyzgrid_ext.game.speaking", "is_on", IMPORT, "who words things for screen readers"),
    Path("xyzgrid_ext.game.dungeons.doings", "beaten", IMPORT, "XYZGRID_COMBAT"),
    # --- map modules
    Path("xyzgrid_ext.game.dungeons", "dungeon", IMPORT, "a map that is a dungeon"),
    Path("xyzgrid_ext.game.dungeons.order", "dungeon", IMPORT, "the same, where it is defined"),
    Path("xyzgrid_ext.game.maps.stairs", "StairsUp", IMPORT, "a base in a legend"),
    Path("xyzgrid_ext.game.maps.stairs", "StairsDown", IMPORT, "a base in a legend"),
    Path("xyzgrid_ext.game.maps.stairs", "StairsBoth", IMPORT, "a base in a legend"),
    Path("xyzgrid_ext.core.masks", "turned", IMPORT, "rows of a catalogue"),
    Path("xyzgrid_ext.core.dungeon.prove", "prove", IMPORT, "who proves a grid"),
    Path("xyzgrid_ext.core.dungeon.prove", "problem_of", IMPORT, "who proves a grid"),
)

INPUT_FUNCTIONS = (
    # of `xyzgrid_ext.game.oob`: Evennia takes those only that are defined in the very module
    "xyzgrid_key",
    "xyzgrid_subscribe",
    "xyzgrid_map",
    "map_get",
    "supports_set",
    "supports_add",
    "supports_remove",
    "msdp_report",
    "msdp_unreport",
    "msdp_reset",
    "msdp_send",
    "msdp_list",
)


ATTRIBUTE = "attribute"
TAG = "tag"  # `name` is often free: the category tells them apart
PROTOTYPE = "prototype"  # keys; also tags of the category `from_prototype`
LOCK = "lock"  # access types beside Evennia's own; there are no lock functions of ours
CONFIG = "ServerConfig"
REFERENCE = "reference"  # what stands in `maps`, beside module paths and files
FILE = "file"  # in the game folder
SESSION = "session"  # `server_data`, which the Portal keeps over a reload
DJANGO = "django"
BROWSER = "browser"


class Name(NamedTuple):
    """A name that is kept; `*` stands for any text."""

    kind: str
    holder: str
    name: str
    category: str | None
    what: str


NAMES = (
    Name(ATTRIBUTE, "character", "arrived", "xyzgrid", "True: has been put at XYZGRID_START"),
    Name(ATTRIBUTE, "character", "moved", "xyzgrid", "True: is told so at the next login"),
    Name(ATTRIBUTE, "character", "journey", "xyzgrid", "where `goto` leads; see `journeys`"),
    Name(ATTRIBUTE, "character", "follows", "xyzgrid", "number of who is followed"),
    Name(ATTRIBUTE, "character", "wormholes", "xyzgrid", "jumped: ['2,2,1,cube wormhole', …]"),
    Name(ATTRIBUTE, "character", "seat", "xyzgrid", "number of the machine where one sits"),
    Name(ATTRIBUTE, "character", "levels", "xyzgrid", "board -> the highest level won"),
    Name(ATTRIBUTE, "character", "solved", "xyzgrid", "puzzles"),
    Name(ATTRIBUTE, "character", "dungeons_left", "xyzgrid", "how dungeons stood then"),
    Name(ATTRIBUTE, "character", "dungeon_lessons", "xyzgrid", "what it was taught in them"),
    Name(ATTRIBUTE, "character", "runs", "xyzgrid", "matrix -> run, saved, best"),
    Name(ATTRIBUTE, "character", "*", "xyzgrid_explored", "key of a map -> '0.4:1c 0.5:4'"),
    Name(ATTRIBUTE, "account", "map_token", "xyzgrid", "nonce of the token"),
    Name(ATTRIBUTE, "machine", "game", "xyzgrid", "the game that is played; see `sitting`"),
    Name(ATTRIBUTE, "machine", "board", None, "its board"),
    Name(ATTRIBUTE, "machine", "live", None, "that of live play"),
    Name(ATTRIBUTE, "machine", "level", None, "where newcomers begin"),
    Name(ATTRIBUTE, "machine", "puzzle", None, "what it solves"),
    Name(ATTRIBUTE, "machine", "puzzle_level", None, "the level that solves it"),
    Name(ATTRIBUTE, "machine", "for_all", None, "whether for everybody"),
    Name(ATTRIBUTE, "machine", "gives", None, "a prototype"),
    Name(ATTRIBUTE, "machine", "reset", None, "minutes"),
    Name(ATTRIBUTE, "script", "maps", None, "[{'reference': …, 'maps': […]}, …]"),
    Name(ATTRIBUTE, "script", "copies", "xyzgrid", "of dungeons; see `registry`"),
    Name(ATTRIBUTE, "script", "last_copy", "xyzgrid", "the number of the last one"),
    Name(ATTRIBUTE, "script", "dungeon *", "xyzgrid", "what has happened there; see `record`"),
    Name(ATTRIBUTE, "script", "dungeon_scores", "xyzgrid", "who came to the end of dungeons"),
    Name(ATTRIBUTE, "script", "matrix_scores", "xyzgrid", "the best games of played matrices"),
    Name(ATTRIBUTE, "script", "score *", "xyzgrid", "a table of games; see `scores`"),
    Name(ATTRIBUTE, "script", "solved", "xyzgrid", "puzzles solved for everybody"),
    Name(ATTRIBUTE, "script", "map_data", None, "the contrib's; always empty with us"),
    Name(ATTRIBUTE, "exit", "needs", None, "words; see `needs`"),
    Name(ATTRIBUTE, "exit", "door", None, "of a dungeon: number of the door"),
    Name(ATTRIBUTE, "exit", "consumes", None, "of a dungeon: whether a key is spent"),
    Name(ATTRIBUTE, "room", "gives", None, "of a dungeon"),
    Name(ATTRIBUTE, "room", "mask", None, "of a dungeon"),
    Name(ATTRIBUTE, "room", "components", None, "of a dungeon"),
    Name(ATTRIBUTE, "room", "inside", None, "of a dungeon"),
    Name(ATTRIBUTE, "room", "puzzle", None, "of a dungeon"),
    Name(ATTRIBUTE, "thing", "reveals", None, "what who studies it learns; see `revealing`"),
    Name(TAG, "exit", "*", "exit_direction", "its direction, whatever its key"),
    Name(TAG, "room, exit", "*", "xyzgrid_instance", "key of the copy of a dungeon"),
    Name(TAG, "thing", "*,*,*|*", "xyzgrid_thing", "x,y,map|name: made for that room"),
    Name(TAG, "character", "*", "party", "the name of its party"),
    Name(TAG, "room", "*", "environment", "what surrounds it"),
    Name(TAG, "room", "*", "landmark", "what is there, as tags without category"),
    Name(TAG, "thing", "*", "item", "what it counts as for `needs`"),
    Name(PROTOTYPE, "room", "xyz_room", None, "the base of all; the key of those without one"),
    Name(PROTOTYPE, "exit", "xyz_exit", None, "the base of all; the key of those without one"),
    Name(PROTOTYPE, "room, exit", "xyzgrid *", None, "xyzgrid MAP: without a parent"),
    Name(PROTOTYPE, "thing", "xyzgrid *", None, "xyzgrid LEVEL NAME: without a key of its own"),
    Name(LOCK, "character", "find", None, "`follow/alone` sets it"),
    Name(LOCK, "character", "follow", None, "the same"),
    Name(CONFIG, "server", "xyzgrid job *", None, "a piece of work, JSON; see `jobs`"),
    Name(REFERENCE, "script", "dungeon *", None, "dungeon NAME seed=7 …; see `order`"),
    Name(FILE, "server", "xyzgrid.*.lock", None, "who has it may write the grid"),
    Name(FILE, "server", "xyzgrid.*.holder", None, "who that is"),
    Name(FILE, "server", "xyzgrid.health", None, "for the doctor"),
    Name(FILE, "web/static", "xyzgrid/vendor", None, "libraries for browsers"),
    Name(SESSION, "session", "xyzgrid", None, "what a client wants to be told of"),
    Name(DJANGO, "app label", "xyzgrid_web", None, "of xyzgrid_ext.web"),
    Name(DJANGO, "salt", "xyzgrid_ext.map.token", None, "of the tokens that clients keep"),
    Name(DJANGO, "command set", "xyzgrid_cmdset", None, "key: others replace it by that"),
    Name(DJANGO, "command set", "xyzgrid_flydive_cmdset", None, "the same"),
    Name(DJANGO, "command set", "xyzgrid_seated", None, "the same"),
    Name(DJANGO, "command set", "xyzgrid_daily", None, "the same"),
    Name(BROWSER, "layout", "xyzgrid", None, "componentName of the pane in a saved layout"),
    Name(BROWSER, "localStorage", "xyzgridPaneOffered", None, "the pane was put there once"),
)
