"""Reads: what pages, API and services look at. Nothing here writes."""
