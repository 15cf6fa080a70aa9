"""The server: started, its hooks, our own files and how they are sent, gzip, error pages."""
