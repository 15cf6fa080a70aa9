"""The game model: state, decisions, reports, files and statistics."""
