"""Pages about rules: descriptions of rulebooks and schemes, the editors, and house rules on a form."""
