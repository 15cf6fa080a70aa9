"""What may happen: each function looks at a game and answers an event, or raises a RuleError."""
