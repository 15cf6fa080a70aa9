"""Pages of the open hand: bids, tricks, the call pad, one hand looked at again."""
