"""What happened: seats, hands, totals."""
