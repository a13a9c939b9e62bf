"""What the authors asked for and could not do: questions of our own, with criteria written down before the run."""
