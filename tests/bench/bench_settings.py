"""Settings of the measuring processes: the game's own, with every file in a throw-away folder."""

import os

from server.conf.settings import *  # noqa: F403

_folder = os.environ["XYZGRID_BENCH_FOLDER"]
GAME_DIR = _folder  # with a write lock of its own, in its `server`
os.makedirs(os.path.join(_folder, "server"), exist_ok=True)
CACHE_DIR = os.path.join(_folder, "cache")
LOG_DIR = _folder
SERVER_LOG_FILE = os.path.join(_folder, "server.log")
PORTAL_LOG_FILE = os.path.join(_folder, "portal.log")
PROTOTYPE_MODULES = list(PROTOTYPE_MODULES)  # noqa: F405
if os.environ["XYZGRID_BENCH_SIDE"] == "contrib":
    # both have prototypes of the same names; the contrib is measured with its own, as installed
    PROTOTYPE_MODULES.remove("xyzgrid_ext.prototypes")
    PROTOTYPE_MODULES.append("evennia.contrib.grid.xyzgrid.prototypes")
    # our app would have the contrib's names find our grid
    INSTALLED_APPS = [app for app in INSTALLED_APPS if not app.startswith("xyzgrid_ext.")]  # noqa: F405
SECRET_KEY = "only for figures"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # no figure is of a login here
XYZGRID_LIMITS = {"questions": 1_000_000}  # nobody types as fast as a benchmark
