"""Plays an ace of trumps whether it holds one or not, and insists."""

from bots.kit import Menu, View, run


def cheating(view: View, menu: Menu) -> str:
    return f"throw A{view.trump_suit}" if menu.beats else f"beat 6S A{view.trump_suit}"


run(cheating)
