"""How quick it is: every figure beside a control measured in the same run."""
