"""The commands of the command line, one module per noun.

Each module adds its arguments (`add_to`) and runs its commands. Modules import only light modules at the top. A command
imports the rest when it runs.
"""
