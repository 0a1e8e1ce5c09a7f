"""Who sits where in a match, and who deals when everybody deals in turn: by numbers alone.

An entry is who takes part in a match; its number is the seat it has in the first deal. Legs and
deals are numbered from 0, entries move to the left (clockwise, to the next higher seat).
"""

from __future__ import annotations

from games.errors import SeriesError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.game import Game
    from games.length import Length


def legs_of(game: Game, length: Length) -> int:
    """How many legs a match has: one; mirrored, one for each seat, or two where there are sides."""
    return game.side_count if length.mirrored else 1


def deal_after(game: Game, length: Length, played: int) -> tuple[int, int]:
    """
    The leg and the number in its leg of the deal that comes after *played* deals of all legs.

    Deals that break a tie are numbered on; in a mirrored match they make a leg of their own.
    """
    if not length.mirrored:
        return 0, played
    legs = legs_of(game, length)
    beyond = played - legs * length.count
    if beyond >= 0:
        return legs, length.count + beyond
    return divmod(played, length.count)


def deals_before(game: Game, length: Length, leg: int, deal: int) -> int:
    """How many deals of all legs are played before this one: what `deal_after` undoes."""
    if not length.mirrored:
        return deal
    beyond = length.count if leg == legs_of(game, length) else 0
    return leg * length.count + deal - beyond


def sitting(game: Game, length: Length, leg: int, deal: int) -> tuple[int, ...]:
    """The entry in each seat."""
    moved = _moved(game, length, leg, deal)
    return tuple((seat - moved) % game.seats for seat in range(game.seats))


def dealer_in_turn(game: Game, length: Length, deal: int) -> int:
    """
    The seat that deals when everybody deals in turn.

    Whoever sat in seat 0 when the leg began deals first, then his left neighbour, and so on; where
    entries move from deal to deal the turn moves with them.
    """
    moved = 0 if length.mirrored else _moved(game, length, 0, deal)
    return (deal + moved) % game.seats


def leader_of(game: Game, length: Length, deal: int, dealer: int | None) -> int | None:
    """Who leads first; None if the cards decide: as when the dealer is drawn by lot (None)."""
    if dealer is None or (length.in_turn and deal == 0):
        return None
    return game.leader_after(dealer)


def next_seat(game: Game, length: Length, seat: int, deal: int) -> int:
    """Where whoever sits in *seat* in the deal before sits in deal number *deal*."""
    moved = _moved(game, length, 0, deal) - _moved(game, length, 0, deal - 1)
    return (seat + moved) % game.seats


def check_deal(game: Game, length: Length, leg: int, deal: int) -> None:
    """
    Check that a match of this length can have such a deal.

    Raises:
        SeriesError: If not.
    """
    legs = legs_of(game, length)
    if deal < 0 or not 0 <= leg <= legs:
        raise SeriesError(f"leg {leg}, deal {deal} does not exist")
    if not length.mirrored:
        if leg:
            raise SeriesError(f"there is no leg {leg}: the match is not mirrored")
        return
    if leg < legs and deal >= length.count:
        raise SeriesError(f"leg {leg} has {length.count} deals; there is no deal {deal}")
    if leg == legs and (deal < length.count or not length.must_have_winner):
        raise SeriesError(f"leg {leg}, deal {deal} breaks no tie of this match")


def _moved(game: Game, length: Length, leg: int, deal: int) -> int:
    """How many seats the entries have moved on since the match began."""
    if length.mirrored:
        return leg % legs_of(game, length)
    if length.seating == "each_deal":
        return deal % game.seats
    return deal // game.seats % game.seats if length.seating == "each_round" else 0
