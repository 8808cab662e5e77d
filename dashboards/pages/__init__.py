"""Rows and figures -> the sections of a page. One section a file; `shell.py` holds what they share."""
