"""Groups: the group of the current request, its links, and its owners."""
