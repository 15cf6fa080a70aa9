"""A public server for many groups: public pages, routing to groups, owners, limits, metrics, maintenance."""
