"""A board of coins for the tests of machines, and a map with a door that it opens."""

# a walker that eats coins: h and l move, each list against its scan
COINS = """\
@*** **** ***@****h
@***$**** ***@****h

@**** *** ****@***l
@****$*** ****@***l

8 3
#######
#@ $  #
#######
"""

EXTRAS = """
title = "Coins"
turns = true
hero = "@"
win = "none $"
names."$" = "a coin"
names."#" = "a wall"
colours."@" = "bright yellow"
keys.h = "left"
keys.l = "right"

[[levels]]
name = "One"
map = '''
#######
#@ $  #
#######
'''
par = 2

[[levels]]
name = "Two"
map = '''
#######
#$ @ $#
#######
'''
"""

DOOR = {
    "zcoord": "vault",
    "map": "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n\n",
    "prototypes": {
        (0, 0, "e"): {
            "prototype_parent": "xyz_exit",
            "key": "bronze door",
            "needs": ["item:bronze key", "puzzle:coin trick"],
        }
    },
}
