"""The running world of this process: its maps, its routes, and changes to its exits.

current    where the running world is: everybody asks this
world      maps, objects and routes in one
maps       the maps as they are drawn, copies, names, what is hidden or a secret
index      which object stands for which room and link, both ways, without a query
overlay    locks, exits that are gone, ways made by hand, on the routes
object_changes   hears immediately what happens to exits
rereading  the world after maps came, went or changed
levels     a level of a 3D map, as the contrib knows maps
puzzles    which puzzles are solved, by a character or for everybody
lookups    rooms and exits, whether or not they have objects
per_world  what others keep for each world, such as drawings
"""
