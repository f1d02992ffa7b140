"""The lowest layer of the game, used by all others; it imports none of them.

settings           all settings that the package reads, with their defaults
language           the language in which somebody reads texts
signals            server started, server stopping, and other events that layers announce
task               long work in short steps: in one go, between other things, or from a thread
evennia_types      types of characters, rooms, exits, accounts, sessions
process            what tells a running Server from a launcher
lock               who may write the grid: one process at a time
lru_cache          drawings and rooms that are made once for many, bounded in number and bytes
open_locks         Evennia's locks, quick where everybody passes
evennia_internals  the one module that touches private state of Evennia and Django
"""
