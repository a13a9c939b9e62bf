"""Every printed number beside ours: the pictures of notebook 00."""
