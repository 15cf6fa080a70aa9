"""The server: started, its hooks, our own files and how they are sent, packing, error pages."""
