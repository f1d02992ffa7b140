"""Settings of the game in the image: what its environment says.

XYZGRID_SECRET_KEY     signs sessions of the website; without it, all log in again at each start
XYZGRID_DATABASE_HOST  a PostgreSQL server; without it, the database is a file
XYZGRID_DATABASE_NAME, XYZGRID_DATABASE_USER, XYZGRID_DATABASE_PASSWORD
"""

import os
import secrets

_env = os.environ
# the Portal and the Server are two processes: both take it from the first one's environment
SECRET_KEY = _env.setdefault("XYZGRID_SECRET_KEY", secrets.token_urlsafe(48))
if _env.get("XYZGRID_DATABASE_HOST"):
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "HOST": _env["XYZGRID_DATABASE_HOST"],
            "NAME": _env.get("XYZGRID_DATABASE_NAME", "evennia"),
            "USER": _env.get("XYZGRID_DATABASE_USER", "evennia"),
            "PASSWORD": _env["XYZGRID_DATABASE_PASSWORD"],
        }
    }
