"""Maps to begin with. `init` copies them into the `world` of a game."""
