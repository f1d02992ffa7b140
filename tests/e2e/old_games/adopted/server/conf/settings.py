"""Settings of a game of the contrib that was adopted: the lines that the README of 205919d names.

While it was the contrib's, two of them were others: see `make.py`.
"""

from server.conf.common import *

SERVERNAME = "Adopted"
BASE_ROOM_TYPECLASS = "evennia.objects.objects.DefaultRoom"

# --- «Users of the contrib»

EXTRA_LAUNCHER_COMMANDS["xyzgrid"] = "xyzgrid_ext.game.launcher.xyzcommand"
PROTOTYPE_MODULES += ["xyzgrid_ext.game.prototypes"]
