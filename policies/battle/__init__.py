"""Players of battle."""
