"""The commands of the command line, a module a noun: each adds its arguments (`add_to`) and runs.

Only light imports stand at the top of these modules; a command fetches the rest when it runs.
"""
