"""Exhibits that explain: a page each, that stands alone."""
