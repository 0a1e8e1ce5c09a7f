"""Tests of the league's commands."""
