"""Games in and out of files: game files, logs, and whatever strangers put into them."""
