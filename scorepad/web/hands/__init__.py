"""Pages of the current hand: bids, tricks, the auction's call pad, and corrections of a recorded hand."""
