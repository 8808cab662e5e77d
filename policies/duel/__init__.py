"""Players of duel."""
