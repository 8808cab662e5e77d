"""Players of deckfight."""
