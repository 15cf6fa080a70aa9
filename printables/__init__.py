"""Rendering of sheets, rules and points as PDF, and of standings as PNG.

All results are bytes. Lengths are in points, 72 per inch.
"""
