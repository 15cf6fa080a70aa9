"""The HTTP server: startup, worker processes, event streams, middleware, static files, compression, error pages."""
