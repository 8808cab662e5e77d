"""Texts of drawn scenarios, put together from phrases: openings by template, places, and what is kept in mind."""

__all__ = ["CARES", "OPENINGS", "PLACES"]

OPENINGS = {
    "bold": (
        "Storm {}",
        "Go straight for {}",
        "Throw everything at {}",
        "Rush {} in one wave",
        "Break through at {}",
    ),
    "steady": (
        "Advance on {} by bounds",
        "Press on towards {}",
        "Take {} step by step",
        "Work forward to {}",
    ),
    "cautious": ("Screen {} and wait", "Hold short of {}", "Close in on {} slowly", "Mask {} from cover"),
    "recon": ("Scout {} first", "Put eyes on {}", "Send a patrol to {}", "Probe around {}"),
}
PLACES = (
    "the quarry", "the mill", "the north bridge", "the orchard", "the rail cutting", "the ridge", "the signal house",
    "the marsh track", "the tannery", "the lock", "the water tower", "the chapel", "the gravel pit", "the dyke",
    "the brickworks", "the ferry", "the pine wood", "the customs post", "the sunken road", "the depot",
)  # fmt: skip
CARES = (
    "before they settle in", "and keep a platoon back", "with the guns on call", "while the light lasts",
    "and report every hour", "behind a screen of smoke", "by the shortest way", "with both flanks covered",
    "and spare the men", "in two columns", "without waiting for orders", "as far as the first houses",
)  # fmt: skip
