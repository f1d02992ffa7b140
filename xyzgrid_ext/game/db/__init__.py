"""All database queries: they return querysets and plain rows, and make no decisions.

objects           rooms and exits by coordinates and tags, the script, accounts;  the names of tags
rooms exits views what the running world and its views read of many at once
jobs              work that a running server takes over: a row each
memory            what a character remembers: plain values in its Attributes;  exploration: rooms
                  it has been in;  journeys: where it is going;  party, followers: with whom
dungeon_record    what has happened in a dungeon;  dungeon_copies: which copies there are, and whose
typeclass_paths   rooms and exits change between the contrib's classes and ours
transfer          a whole game moves into another database
"""
