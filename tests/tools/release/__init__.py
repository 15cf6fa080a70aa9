"""Checks of the wheel and the source archive before a release, run by `make release`."""
