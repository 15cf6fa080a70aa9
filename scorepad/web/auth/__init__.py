"""Sign-in by link and permissions, with addresses, languages, device settings and the share page."""
