"""Settings of this game: what differs from Evennia's defaults, and the hook-ups of xyzgrid_ext.

Four environment variables move the game without an edit:

    XYZGRID_PORT_BASE      first port of the game's block (4000); two games on one machine need two
    XYZGRID_INTERFACE      address to listen on (127.0.0.1); 0.0.0.0 lets other machines in
    XYZGRID_DATABASE_URL   postgres://USER:PASSWORD@HOST:PORT/NAME instead of a file
    TEST_DB_PATH           another database file (Evennia's own variable)
"""

import os
import sys
from pathlib import Path

GAME_DIR = str(Path(__file__).resolve().parents[2])
# The world's content lies beside the game dir: `world/` is imported from there.
for _folder in (str(Path(GAME_DIR).parent), GAME_DIR):
    if _folder not in sys.path:
        sys.path.insert(0, _folder)

# Evennia's defaults look for the game dir upwards from the current directory and change it on the
# way. So they are read standing in the game dir, wherever the process was started.
_cwd = os.getcwd()
os.chdir(GAME_DIR)
try:
    from evennia.settings_default import *
finally:
    os.chdir(_cwd)

SERVERNAME = "Lantern Quay"
GAME_SLOGAN = "A town on a lake, and a lamp that nobody has lit"

######################################################################
# Network: one block of ports, loopback unless asked otherwise
######################################################################

PORT_BASE = int(os.environ.get("XYZGRID_PORT_BASE", "4000"))
_interface = os.environ.get("XYZGRID_INTERFACE", "127.0.0.1")

TELNET_PORTS = [PORT_BASE]
WEBSERVER_PORTS = [(PORT_BASE + 1, PORT_BASE + 5)]  # outside, and from Portal to Server
WEBSOCKET_CLIENT_PORT = PORT_BASE + 2
SSL_PORTS = [PORT_BASE + 3]  # off by default, like SSH
SSH_PORTS = [PORT_BASE + 4]
AMP_PORT = PORT_BASE + 6

TELNET_INTERFACES = [_interface]
WEBSERVER_INTERFACES = [_interface]
WEBSOCKET_CLIENT_INTERFACE = _interface
SSL_INTERFACES = [_interface]
SSH_INTERFACES = [_interface]
if _interface == "127.0.0.1":
    ALLOWED_HOSTS = ["127.0.0.1", "localhost"]

GAME_INDEX_ENABLED = False  # this game tells nobody of itself

######################################################################
# Database: a file in this game dir, unless a server is named
######################################################################

if os.environ.get("XYZGRID_DATABASE_URL"):
    from server.conf.database import postgres

    DATABASES["default"] = postgres("XYZGRID_DATABASE_URL", os.environ["XYZGRID_DATABASE_URL"])

USE_I18N = True  # each account has its language: see docs/howto/translations.md

######################################################################
# Who may come in
######################################################################

GUEST_ENABLED = True  # `connect guest`, without a password
GUEST_LIST = [f"Guest{number}" for number in range(1, 51)]

######################################################################
# The files of this game dir. Evennia's template has more modules; those
# that would be empty here are not there.
######################################################################

AT_INITIAL_SETUP_HOOK_MODULE = None
AT_SERVER_STARTSTOP_MODULE = ["world.hooks"]  # who has come to the end of what
SERVER_SERVICES_PLUGIN_MODULES = []
PORTAL_SERVICES_PLUGIN_MODULES = []
MSSP_META_MODULE = None
WEB_PLUGINS_MODULE = None
LOCK_FUNC_MODULES = ("evennia.locks.lockfuncs",)
INPUT_FUNC_MODULES = ["evennia.server.inputfuncs"]
FUNCPARSER_OUTGOING_MESSAGES_MODULES = ["evennia.utils.funcparser"]
FUNCPARSER_PROTOTYPE_PARSING_MODULES = ["evennia.prototypes.protfuncs"]

# before Evennia's own shared login, which fails on accounts that are gone
MIDDLEWARE.insert(
    MIDDLEWARE.index("evennia.web.utils.middleware.SharedLoginMiddleware"),
    "web.middleware.ForgetGoneAccounts",
)

######################################################################
# xyzgrid_ext: an existing game needs these two lines, the command set in
# commands/default_cmdsets.py, and the addresses in web/urls.py
######################################################################

from xyzgrid_ext.hookup import hook_up  # noqa: E402

hook_up(globals())

from world import START  # noqa: E402

XYZGRID_JOURNAL = "world.story.JOURNAL"
XYZGRID_ANSWERS = "world.answers.ANSWERS"
XYZGRID_START = START  # where new players start: (x, y, map)

######################################################################
# What must not be shared. Made by tools/play, ignored by git.
######################################################################

try:
    from server.conf.secret_settings import *
except ModuleNotFoundError as _error:
    if _error.name != "server.conf.secret_settings":
        raise
