"""Are the tests of the model worth anything? `make mutants` breaks rules/ and game/ in every small way there is.

mutmut writes the mutants (`mutants`), mypy sorts out those no type allows, and for each of the others a process runs
the tests that reach it until one fails (`running`). Whoever survives is named with the reason in `survivors/`.
"""
