"""What somebody sees: decided once, as values of `core.view`, and put on a screen.

    eyes: who looks ─► seeing: what they see ─► core.view ─► clients, speaking, web, map files
                         parts: a room, an exit               display: the map above a room, `map`
                         whole: many at once                  dressing: links on it, the way ahead

exploring  where a character has been;  revealing: things that show more;  progress, todo: of a map
knowing    which ways are for a character
screens    what a client can show;  paging: long answers a page at a time
"""
