"""Evennia's sockets, database, memory and speed, tuned for any game, through hooks that it offers.

sqlite    settings: SQLite keeps a journal that does not wait for the disk at every step
quickstart  settings: each process starts in a third of the time
link      the wire between Portal and Server: bursts do not cut it, and no socket waits
portal    the Portal's plugin: a web request ends when the browser hangs up
server    the Server's plugin: the garbage collector runs less often, the website waits for its
          port, and the look for characters without players takes no longer in a large world
steps     a line of a player costs less;  visits: a first visit to a room reads it at once
database  what the database does, for `doctor`; a lost connection is opened again
private   the database and the logs are closed to other users of the machine
health    what a running game tells `doctor` of itself, and which of these its settings name
times     how long steps take

It imports nothing of the game. All of it is optional: a game without these lines in its settings
works like plain Evennia.
"""
