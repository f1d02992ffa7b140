"""Commands for players and builders."""
