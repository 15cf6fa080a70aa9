"""Printing: a sheet as bytes of PDF."""
