"""All database queries: they return querysets and plain rows, and make no decisions.

objects           coordinates, tags, names and columns of objects;  rooms: and exits, for views
stored            a guard against damaged values; the rows of objects, and what refers to objects
memory            what a character remembers;  exploration: the rooms that it has visited
grid              the script with the maps;  record: what the last spawns gave
scores            tables of the best
jobs              work that a running server takes over: a row each
typeclass_paths   rooms and exits change between the contrib's classes and ours
"""
