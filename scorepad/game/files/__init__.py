"""Game files and logs, exports, and the validation of untrusted data."""
