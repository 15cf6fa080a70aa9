"""Game state: events, the sheet folded from them, and the hands to come."""
