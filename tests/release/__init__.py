"""What is given to others: a wheel and the source, looked over before they go out. `make release`."""
