"""Values in words and drawings, for terminals and screen readers; nothing is sent from here.

    visibility ─► room_map       the map above a room, `map`;  frame: its links, the way ahead
                  dungeon_room   the inside of a room;  dungeon_doors, dungeon_words: what shuts it
                  board, matrix_words, directions, todo
                  screenreader   all of that in sentences

screens    what a client can show;  paging: long answers a page at a time
"""
