"""The signal of dungeons, for the game's own code."""

from django.dispatch import Signal

dungeon_event = Signal()
"""`character` has done `what` in `room` of a dungeon: `opened` a chest, `solved` a riddle, `beaten`
an enemy or been `driven` off by it, or come to the end, so that the dungeon is `ended`. `thing` is
that chest, riddle or enemy, or the row of the table."""
