"""Import of games from other programs, spreadsheets and paper: read, validate, compare, save."""
