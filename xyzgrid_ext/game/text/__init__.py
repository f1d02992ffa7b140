"""Values in words and drawings, for terminals and screen readers; nothing is sent from here.

    visibility ─► room_map       the map above a room, and `map`
                  doors          what shuts exits;  directions, descriptions, todo
                  screenreader   all of that in sentences

messages   texts for everybody in a room
screens    what a client can show, and long answers a page at a time
"""
