import os

# a wheel is the same on any database; it takes a game whose database is a file
collect_ignore = [
    "test_wheel.py" if os.environ.get("XYZGRID_TEST_DATABASE") else "test_postgres.py"
]
