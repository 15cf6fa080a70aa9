"""What is: events, the sheet they fold into, and what comes next."""
