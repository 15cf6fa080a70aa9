"""The commands of the command line, one module per noun.

Each adds its arguments (`add_to`) and runs. Modules import only light modules at the top. A command imports the rest
when it runs.
"""
