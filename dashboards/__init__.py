"""Shows what runs stored: SQL -> frozen rows -> figures -> pages. Plays nothing and knows no game."""
