"""A host: many groups at one address. Its first page, its doors to the groups, who owns them, what it limits."""
