"""Dungeons of locks and keys: made from a seed, and proved without knowing how."""
