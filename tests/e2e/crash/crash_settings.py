"""Settings of the killed processes: the game's own, with every file in a throw-away folder."""

import os

from server.conf.settings import *  # noqa: F403

_folder = os.environ["XYZGRID_CRASH_FOLDER"]
GAME_DIR = _folder  # with a write lock of its own, in its `server`
os.makedirs(os.path.join(_folder, "server"), exist_ok=True)
CACHE_DIR = os.path.join(_folder, "cache")
LOG_DIR = _folder
SERVER_LOG_FILE = os.path.join(_folder, "server.log")
PORTAL_LOG_FILE = os.path.join(_folder, "portal.log")
SECRET_KEY = "only for crashes"
