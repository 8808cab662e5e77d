"""Rows -> Plotly figures. One figure a file; the same figures serve a stored page and a live one."""
