"""Mutation tests of the model: `make mutants` breaks rules/ and game/ in every small way.

mutmut writes the mutants (`mutants`), and mypy rejects those that violate a type. For each of the others, a process
runs the tests that reach it until one fails (`running`). `survivors/` lists each surviving mutant with the reason.
"""
