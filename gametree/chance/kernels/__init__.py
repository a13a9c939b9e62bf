"""The searches as compiled kernels; each returns the gain of the root and leaves counts and choices in its `Log`."""
