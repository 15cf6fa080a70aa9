"""Points and chances as cards."""
