"""Boards in the game: machines that stand in rooms and are played.

a line, a key ─► commands ─► sitting ─► core.board ─► sitting ─► show ─► player, spectators
▲  └─► scores, solved (what a win opens)
the clock of real-time boards

shelf      the boards there are, by name: game files of the game's folders, Firing Line
machine    the object in a room; it keeps its game in an Attribute
sitting    who plays and who watches, in this process; what a key, a tick or a word changes
show       a game as text: frame with colours, or words for a screen reader
scores     the best games of each board, with their replays
solved     which puzzles a character, or everybody, has solved
commands   play, watch, scores; and what one can type while playing
"""
