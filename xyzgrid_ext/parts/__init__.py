"""Capabilities of the package, each in a folder; games and databases name their modules."""
