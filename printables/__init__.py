"""Printing: sheets, rules and points as bytes of PDF, standings as bytes of PNG. Lengths are points, 72 an inch."""
