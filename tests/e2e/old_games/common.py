"""What both old games have in their settings besides the lines of the README of 205919d."""

import os

from evennia.settings_default import *

# --- what these tests need

SECRET_KEY = "nobody's secret"
PORT_BASE = int(os.environ.get("XYZGRID_PORT_BASE", "4000"))
TELNET_PORTS = [PORT_BASE]
WEBSERVER_PORTS = [(PORT_BASE + 1, PORT_BASE + 5)]
WEBSOCKET_CLIENT_PORT = PORT_BASE + 2
AMP_PORT = PORT_BASE + 6
TELNET_INTERFACES = WEBSERVER_INTERFACES = ["127.0.0.1"]
WEBSOCKET_CLIENT_INTERFACE = "127.0.0.1"
GAME_INDEX_ENABLED = False
GUEST_ENABLED = True
CREATION_THROTTLE_LIMIT = LOGIN_THROTTLE_LIMIT = None

# --- what `evennia --init` would have made and this game does without

BASE_ACCOUNT_TYPECLASS = "evennia.accounts.accounts.DefaultAccount"
BASE_GUEST_TYPECLASS = "evennia.accounts.accounts.DefaultGuest"
BASE_OBJECT_TYPECLASS = "evennia.objects.objects.DefaultObject"
BASE_CHARACTER_TYPECLASS = "evennia.objects.objects.DefaultCharacter"
BASE_EXIT_TYPECLASS = "evennia.objects.objects.DefaultExit"
BASE_SCRIPT_TYPECLASS = "evennia.scripts.scripts.DefaultScript"
BASE_CHANNEL_TYPECLASS = "evennia.comms.comms.DefaultChannel"
CMDSET_UNLOGGEDIN = "evennia.commands.default.cmdset_unloggedin.UnloggedinCmdSet"
CMDSET_SESSION = "evennia.commands.default.cmdset_session.SessionCmdSet"
CMDSET_ACCOUNT = "evennia.commands.default.cmdset_account.AccountCmdSet"
AT_INITIAL_SETUP_HOOK_MODULE = None
AT_SERVER_STARTSTOP_MODULE = []
SERVER_SERVICES_PLUGIN_MODULES = []
PORTAL_SERVICES_PLUGIN_MODULES = []
MSSP_META_MODULE = None
WEB_PLUGINS_MODULE = None
LOCK_FUNC_MODULES = ("evennia.locks.lockfuncs",)
INPUT_FUNC_MODULES = ["evennia.server.inputfuncs"]
FUNCPARSER_OUTGOING_MESSAGES_MODULES = ["evennia.utils.funcparser"]
FUNCPARSER_PROTOTYPE_PARSING_MODULES = ["evennia.prototypes.protfuncs"]
