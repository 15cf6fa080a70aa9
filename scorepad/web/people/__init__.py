"""People and the evenings they brought: what comes in from elsewhere."""
