"""Settings of games that are tried: the game's own, with every file in a throw-away folder."""

import os

from server.conf.settings import *  # noqa: F403

_folder = os.environ["XYZGRID_TRUST_FOLDER"]
CACHE_DIR = os.path.join(_folder, "cache")
LOG_DIR = _folder
SERVER_LOG_FILE = os.path.join(_folder, "server.log")
PORTAL_LOG_FILE = os.path.join(_folder, "portal.log")
SECRET_KEY = "only for trials"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ALLOWED_HOSTS = ["*"]
HTTP_LOG_FILE = os.path.join(_folder, "http.log")
LOCKWARNING_LOG_FILE = os.path.join(_folder, "lockwarnings.log")
