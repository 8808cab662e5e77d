"""Plays, stores and judges: an experiment becomes match-ups, units, outcomes, verdicts."""
