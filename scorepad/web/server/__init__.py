"""The server: started, its hooks, gzip, error pages."""
