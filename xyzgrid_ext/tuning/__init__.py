"""What Evennia stands on, tuned: its sockets and its database, through hooks that it offers.

    sqlite   settings: SQLite keeps a journal that does not wait for the disk at every step
    sockets  no socket waits for an acknowledgement before it sends on
    link     the wire between Portal and Server; a burst of messages does not cut it
    portal   the plugin of the Portal that puts these in place;  server: the same of the Server
    collector  what lives for moments does not make Python look through all that there is
    clients  texts fit the client that they are sent to;  telnet: a new width counts at once
    times    how long steps take;  health: what a running game tells `evennia xyzgrid doctor`

Nothing here is needed: a game that leaves the lines of the README out works as Evennia does.
"""
