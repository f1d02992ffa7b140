"""The matrix of the day: its command, and the commands while it is played."""
