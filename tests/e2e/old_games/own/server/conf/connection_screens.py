"""What is seen before the login."""

CONNECTION_SCREEN = "An old game. Type: connect guest"
