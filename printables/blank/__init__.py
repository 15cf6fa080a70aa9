"""Blank sheets, and the booklet with one."""
