"""The world as it runs in this process: grids, routes, and what happens to their exits.

world      grids and routes of all maps that belong to the game
index      which object stands for which room and link, both ways, without a query
overlay    locks, exits that are gone, ways made by hand, on the routes;  watching: heard at once
ahead      rooms near players are read before they come;  warming: how
kept       drawings and rooms that are alike for many, made once;  common: those that all see alike
"""
