"""Game files, game logs, imports and exports, including the validation of untrusted files."""
