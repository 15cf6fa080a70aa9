"""Paper and ink, the pen, the PDF file, and the layout of text."""
