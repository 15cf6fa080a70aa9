"""Pages about rules: what they say, the editor, house rules on a form."""
