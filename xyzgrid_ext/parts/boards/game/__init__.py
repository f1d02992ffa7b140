"""Boards in the game: machines in rooms that players can use.

    a line, a key ─► commands ─► playing ─► core.board ─► outcome ─► frames ─► player, spectators
                                    │ ticker ──┘             └─► scores, solved: what a win opens
                                    └─► session: what is remembered

session    who plays and who watches, in this process and written down
playing    what people do: sit down, press keys, take them back, watch, leave
ticker     the ticks of live play
outcome    what follows a cycle: it is written down, shown, entered in the table
frames     a game as it stands: drawn by clients that can, as text for all others; who watches
levels     which level or seed a game begins with, and the levels that were won
scores     the best games of each board, with their replays

files      the list of boards;  machines: the objects in rooms;  text: a game as text
"""
