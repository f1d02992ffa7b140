"""What one character may see of a map."""
