"""Rule files (schemes and rulebooks) and the formula language in which schemes are written."""
