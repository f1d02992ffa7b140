"""What stands behind the words of `evennia xyzgrid`."""
