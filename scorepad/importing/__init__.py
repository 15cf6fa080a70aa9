"""Import of evenings from other programs, spreadsheets and paper: read, validate, compare, save."""
