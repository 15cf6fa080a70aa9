"""Evenings brought in from other keepers, spreadsheets and paper: read, tried, compared with what is kept, and kept."""
