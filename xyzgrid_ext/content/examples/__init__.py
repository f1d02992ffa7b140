"""Example maps, which `init` copies into the `world` of a game."""
