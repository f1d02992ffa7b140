"""Boards in the game: machines that stand in rooms and are played.

    a line, a key ─► commands ─► playing ─► core.board ─► outcome ─► show ─► player, spectators
                                    │  clock ──┘             └─► scores, solved: what a win opens
                                    └─► sitting: what is remembered

shelf      the boards there are, by name: game files of the game's folders, Firing Line
machine    the object in a room; it keeps its game in an Attribute
sitting    who plays and who watches, in this process and written down
playing    what people do: sit down, press keys, take them back, watch, leave
clock      the ticks of live play
outcome    what follows a cycle: it is written down, shown, entered in the table
show       a game as text: frame with colours, or words for a screen reader
scores     the best games of each board, with their replays
solved     which puzzles a character, or everybody, has solved
commands   play, watch, scores, puzzles; and what one can type while playing
"""
