"""Benchmarks: each figure is compared with a control measured in the same run."""
