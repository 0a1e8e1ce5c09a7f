"""
Pairs and threes: how teams come to a table.

A fixed team is one entry, and meets others by every format there is: round robin, knockout and
Swiss give pairings of two teams, and tables of three give three pairs at one table. Here it
becomes seats: partners and opponents alternate round the table, as the games with sides have it.
Rotating partners are no teams: each player is an entry, and :mod:`league.scheduling.tables` with
two sides finds them a new partner every round.
"""

from collections.abc import Sequence

from league.scheduling.table_rounds import LARGEST_TABLE, Seating


def team_seating(teams: Sequence[Sequence[int]], met_before: int = 0) -> Seating:
    """
    The seats of a meeting of *teams*, each given as its players in the order of the team.

    Players are any numbers that name one player each. The first player of the first team has
    seat 0 and the first deal. *met_before* is how often these teams have met: every time the
    next team begins, and after all teams have begun the order within each team moves on, so that
    everybody comes to attack everybody of the other team and to deal first.

    >>> team_seating([(1, 2), (8, 9)]).entries
    (1, 8, 2, 9)

    Raises:
        ValueError: If the teams are not equally large, are fewer than two of two, do not fit
            at one table, or a player is in two of them.
    """
    sizes = {len(team) for team in teams}
    if len(teams) < 2 or len(sizes) != 1 or min(sizes) < 2:
        raise ValueError(
            f"teams of {[len(team) for team in teams]} players cannot meet; "
            "let two or more equal teams of two or three meet"
        )
    players = len(teams) * len(teams[0])
    if players > LARGEST_TABLE:
        raise ValueError(
            f"{players} players do not fit at one table of at most {LARGEST_TABLE}; "
            "let fewer or smaller teams meet"
        )
    turn, beginning = divmod(met_before, len(teams))
    ordered = [*teams[beginning:], *teams[:beginning]]
    # Only the first team moves on: who sits between whom changes, not just where.
    moved = [_moved(team, turn if number == 0 else 0) for number, team in enumerate(ordered)]
    return Seating(tuple(player for seats in zip(*moved, strict=True) for player in seats))


def _moved(team: Sequence[int], turn: int) -> list[int]:
    first = turn % len(team)
    return [*team[first:], *team[:first]]
