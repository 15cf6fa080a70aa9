"""Authentication and authorization: permissions, login, links, addresses, this device."""
