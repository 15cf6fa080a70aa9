"""Who may come in and do what: permissions, login, links, addresses, this device."""
