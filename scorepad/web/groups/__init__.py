"""Who plays together: the group whose pages are asked for, its links, its owners."""
