"""Signals of boards: what is shown of them, for clients that draw them."""

from django.dispatch import Signal

board_shown = Signal()
"""`lookers` see the game `play` on `board`, which the character with the id `player` plays, at the
speed `pace` in words. A listener returns the ids of the sessions for which it has drawn it: they
get no text."""

board_left = Signal()
"""`looker` no longer sees a board."""
