"""Evennia's sockets, database and memory, tuned for any game, through hooks that it offers.

sqlite    settings: SQLite keeps a journal that does not wait for the disk at every step
database  what the database does, for `doctor`
sockets   no socket waits for an acknowledgement before it sends on
link      the wire between Portal and Server: a burst of messages does not cut it
portal    the Portal's plugin;  server: the Server's, which also calms the garbage collector
reconnect reopens a lost connection to a database server
puppets   the Server's look for characters without players takes no longer in a large world
private   the database and the logs are closed to other users of the machine
lines     which of these a game's settings name
times     how long steps take;  health: what a running game tells `doctor` of itself

It imports nothing of the game. All of it is optional: a game without these lines in its settings
works like plain Evennia.
"""
