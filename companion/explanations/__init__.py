"""What explorers show of a search: its steps as plain data, what decides in words, the program as a paper prints it."""
