"""What tells a running Server from a launcher."""

from __future__ import annotations

import sys

import evennia
from evennia.utils import logger


def announce(text: str) -> None:
    """Tell what takes long: in a Server, write to its log; in a launcher, print to the terminal."""
    if is_server():
        logger.log_warn(f"xyzgrid: {text}")
    else:
        print(text, file=sys.stderr, flush=True)


def is_server() -> bool:
    """Whether this process is a running Server of Evennia."""
    service = evennia.EVENNIA_SERVER_SERVICE
    return service is not None and bool(service.running)
