"""Read the address of a database server, as one line, into Django's settings."""

from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

FORM = "postgres://USER:PASSWORD@HOST:PORT/NAME"


def postgres(variable: str, url: str) -> dict:
    """Return the entry of DATABASES for a `url` of the form above; `variable` is where it stood.

    Host, port, user and password may be left out. Options of libpq follow a question mark:
    `postgres:///NAME?host=/var/run/postgresql`, `…/NAME?sslmode=require`. Letters that mean
    something in an address are written as in one: `%40` for an `@` in a password.
    """
    # the address itself is not repeated: a password may stand in it
    fault = ImproperlyConfigured(f"{variable} is not of the form {FORM}")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise fault from None
    name = unquote(parts.path.removeprefix("/"))
    if parts.scheme not in ("postgres", "postgresql") or not name or "/" in name:
        raise fault
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(port or ""),
        "OPTIONS": dict(parse_qsl(parts.query)),
    }
