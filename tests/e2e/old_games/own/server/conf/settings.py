"""Settings of a game as the README of 205919d had them written: its lines stand as they stood."""

from server.conf.common import *

SERVERNAME = "Own"

# --- «Plain telnet»

SERVER_SESSION_CLASS = "xyzgrid_ext.game.platform.clients.FittingSession"
TELNET_PROTOCOL_CLASS = "xyzgrid_ext.game.clients.wire.Telnet"

# --- «Mudlet and other clients»

INPUT_FUNC_MODULES += ["xyzgrid_ext.game.oob"]
PORTAL_SERVICES_PLUGIN_MODULES += ["xyzgrid_ext.game.clients.wire"]
TELNET_PROTOCOL_CLASS = "xyzgrid_ext.game.clients.wire.Telnet"

# --- «Into a game of your own»

EXTRA_LAUNCHER_COMMANDS["xyzgrid"] = "xyzgrid_ext.game.launcher.xyzcommand"
PROTOTYPE_MODULES += ["xyzgrid_ext.game.prototypes"]
INPUT_FUNC_MODULES += ["xyzgrid_ext.game.oob"]  # keys and questions of clients

from xyzgrid_ext.web.hookup import web_templates

INSTALLED_APPS += ["xyzgrid_ext.web"]  # the map in the web client, and the map page
TEMPLATES = web_templates(TEMPLATES)

XYZGRID_START = (0, 0, "harbour")
XYZGRID_COMBAT = "world.combat.begin"
XYZGRID_SHARE_EXPLORED = True
XYZROOM_PROTOTYPE_OVERRIDE = {"typeclass": "typeclasses.gridrooms.GridRoom"}

# --- «Faster answers»

from xyzgrid_ext.game.platform import sqlite

# sockets send at once: to players, and between Portal and Server
PORTAL_SERVICES_PLUGIN_MODULES += ["xyzgrid_ext.game.platform.portal"]
SERVER_SERVICES_PLUGIN_MODULES += ["xyzgrid_ext.game.platform.server"]
# the Portal's end of the link to the Server, which a burst of messages does not cut
AMP_SERVER_PROTOCOL_CLASS = "xyzgrid_ext.game.platform.portal.PortalLink"
# SQLite, on every connection; other databases stay as they are
DATABASES = sqlite.tuned(DATABASES)
SQLITE3_PRAGMAS = sqlite.PRAGMAS
