"""Migrations of the tables of the map editor."""
