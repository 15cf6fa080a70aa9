"""Programs for developers that the targets of the Makefile run. They are no tests."""
