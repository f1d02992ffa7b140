"""Tells whoever waits which code of an author it is that takes long."""

from __future__ import annotations

import sys

from evennia.utils import logger

from xyzgrid_ext.game.base.periodic import is_server


def tell(text: str) -> None:
    """Say it in the log of the Server, or on the terminal of a launcher."""
    if is_server():
        logger.log_warn(f"xyzgrid: {text}")
    else:
        print(text, file=sys.stderr, flush=True)
