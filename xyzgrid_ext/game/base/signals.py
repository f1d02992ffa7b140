"""Moments of a server that others wait for: the grid's script tells of them, and knows nobody.

script ──► started, stopping ──► walking, following, exploring, clients
"""

from __future__ import annotations

from django.dispatch import Signal

started = Signal()
"""The server has started, with the sessions of before if it was reloaded; `live` is the world,
`world` a function that gives it at any later time."""

stopping = Signal()
"""The server stops, or is reloaded."""
