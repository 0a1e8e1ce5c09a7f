"""A deal played again, move by move: the table in cards, the moves in sentences."""

import re
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import rendering
from games.errors import GameError
from games.game import State
from games.records import Record, RecordedMove, opening
from league.language import readers_language
from league.models import Deal, Match
from league.pages.lines import first_alone, places_by_side
from league.pages.matches import find, leg_of
from league.selectors import matches


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the list: its number from 1, the sentence, how it came about, the bot's note."""

    number: int
    sentence: str
    mark: str
    begins_bout: bool
    note: str


@require_safe
def replay(request: HttpRequest, match_id: str, number: int) -> HttpResponse:
    """Deal *number* (from 1) of a match after ``?move=`` moves; all of them if not told."""
    match = find(match_id)
    deal = get_object_or_404(matches.shown_deals(match), number=number - 1)
    record = Record.from_json(matches.shown_record(deal, match))
    at = _asked_move(request, len(record.moves))
    players = [seat.player.name for seat in match.seats.all()]
    # Where the players move, a seat of the deal is another than that of the match.
    names = [players[seat] for seat in record.seated]
    try:
        state = after(record, at)
    except GameError as error:
        raise Http404(str(error)) from error
    context = {
        "match": match,
        "deal": deal,
        "number": number,
        "leg": leg_of(match, deal),
        "at": at,
        "total": len(record.moves),
        "steps": _steps(record, names),
        "said": _said(record, at, state, names),
        "note": dict(record.notes).get(at - 1, ""),
        "table": _table(state, names, sees_all=match.is_over),
        "text": _text(state, names, sees_all=match.is_over),
        "result": _result(match, deal, record, players),
        "previous": number - 1 if number > 1 else None,
        "following": number + 1 if _has_next(match, deal) else None,
    }
    return render(request, "league/matches/replay.html", context)


def _asked_move(request: HttpRequest, total: int) -> int:
    asked = request.GET.get("move", "")
    # Python refuses to read thousands of digits.
    return min(int(asked[:9]), total) if asked.isascii() and asked.isdigit() else 0


def _has_next(match: Match, deal: Deal) -> bool:
    return matches.shown_deals(match).filter(number=deal.number + 1).exists()


def after(record: Record, moves: int) -> State:
    """
    The deal after its first *moves* moves.

    Raises:
        GameError: If the record cannot be replayed.
    """
    state = opening(record)
    for played in record.moves[:moves]:
        state.play(played.move)
    return state


_LETTER = re.compile(r"[JQKA](?=[♠♣♦♥])")
_RUSSIAN = {"J": "В", "Q": "Д", "K": "К", "A": "Т"}


def _lettered(text: str) -> str:
    """*text* with the letters the card faces beside it bear: В♠ for Russian readers."""
    if readers_language() != "ru":
        return text
    return _LETTER.sub(lambda letter: _RUSSIAN[letter[0]], text)


def _steps(record: Record, names: list[str]) -> list[Step]:
    notes = dict(record.notes)
    return [
        Step(
            number=number,
            sentence=_sentence(played, names),
            mark=played.mark,
            begins_bout=number > 1 and played.move.verb == "attack",
            note=notes.get(number - 1, ""),
        )
        for number, played in enumerate(record.moves, start=1)
    ]


def _sentence(played: RecordedMove, names: list[str]) -> str:
    return _lettered(rendering.sentence(played.seat, played.move, readers_language(), names))


def _said(record: Record, at: int, state: State, names: list[str]) -> str:
    if at == 0:
        return _("The cards are dealt.")
    played = record.moves[at - 1]
    sentence = _sentence(played, names)
    if state.outcome is not None:
        return f"{sentence}. {rendering.outcome_text(state, readers_language(), names)}."
    return f"{sentence}."


def _table(state: State, names: list[str], *, sees_all: bool) -> dict[str, Any] | None:
    """
    What lies where; hands stay closed while the match is being played.

    None for a game without bouts: its table is shown in words.
    """
    view = state.view(None).to_json()
    if "bout" not in view:
        return None
    return {
        "trump": view["trump"],
        "turnup": view["turnup"],
        "stock": view["stock"],
        "discard": len(view["discard"]),
        "pairs": view["table"],
        "bout": view["bout"],
        "seats": [
            {
                "name": name,
                "count": view["counts"][seat],
                "backs": range(view["counts"][seat]),
                "hand": _sorted(state.view(seat).to_json()["hand"], view["trump"])
                if sees_all
                else None,
                "is_to_act": seat == view["to_act"],
                "is_leader": view["to_act"] is not None and seat == view["leader"],
                "is_defender": view["to_act"] is not None and seat == view["defender"],
                "is_taking": bool(view["taking"]) and seat == view["defender"],
                "is_out": seat in view["finished"],
            }
            for seat, name in enumerate(names)
        ],
    }


def _sorted(hand: list[str], trump: str) -> list[str]:
    """A hand as people hold it: by suit and rank, trumps at the right end."""
    ranks, suits = "23456789TJQKA", "SDCH"
    return sorted(hand, key=lambda c: (c[1] == trump, suits.index(c[1]), ranks.index(c[0])))


def _text(state: State, names: list[str], *, sees_all: bool) -> str:
    shown = state if sees_all else state.view(None)
    return _lettered(rendering.table_text(shown, readers_language(), names))


def _result(match: Match, deal: Deal, record: Record, players: list[str]) -> dict[str, Any]:
    return {
        "winner": first_alone(places_by_side(match, deal.places)),
        "is_awarded": record.awarded is not None,
        "faults": [{**fault, "name": players[fault["seat"]]} for fault in deal.faults],
    }
