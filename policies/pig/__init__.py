"""Players of pig."""
