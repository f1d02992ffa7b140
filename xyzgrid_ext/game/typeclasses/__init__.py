"""What rooms, exits and the script of the grid do; their classes have public paths.

room  room_appearance  exit    mixins;  on_grid: what both share;  listeners: who hears a room
managers                       `objects` of both
script                         which maps belong to the game, and the way to the running world
moves  newcomers               what happens when somebody moves; where new characters stand
"""
