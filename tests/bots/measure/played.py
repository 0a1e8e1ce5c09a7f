"""Reports of deals and matches that nobody played, for what is counted of them."""

from bots.reports import DealReport, Fault, MatchReport


def deal(
    number: int, leg: int, places: tuple[int, ...], points: tuple[int, ...] = ()
) -> DealReport:
    """A deal in which the seats of the match came in at *places*."""
    return DealReport(number, leg, {"moves": []}, {}, places, points or (0,) * len(places))


def match(*faults: Fault, scores: tuple[int, ...] = (0, 0)) -> MatchReport:
    """The end of a match."""
    return MatchReport("m_test", scores, True, None, faults, (), ("",) * len(scores), (), 0)
