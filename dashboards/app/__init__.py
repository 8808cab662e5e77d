"""The live app: the report's sections over a whole results folder, each page followed while its run writes."""
