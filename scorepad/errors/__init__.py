"""One class per failure, a module a subject; each writes its own message, a sentence for a card player.

All of them are imported from here: `from scorepad.errors import StaleVersion`.
"""

from scorepad.errors.base import *
from scorepad.errors.bids import *
from scorepad.errors.commands import *
from scorepad.errors.doubtful import *
from scorepad.errors.groups import *
from scorepad.errors.hands import *
from scorepad.errors.people import *
from scorepad.errors.players import *
from scorepad.errors.records import *
from scorepad.errors.rule_files import *
from scorepad.errors.setup import *
from scorepad.errors.store import *
