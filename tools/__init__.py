"""Scripts for people and machines: start and stop the game, run the checks."""
