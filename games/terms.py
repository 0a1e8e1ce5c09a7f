"""The terms of a match described for forms, as the options of a game are: English and Russian."""

from __future__ import annotations

from games.choices import Option
from games.length import DEALINGS, KINDS, MOST_DEALS, SCORINGS, SEATINGS
from games.options import choice_label
from games.series import kinds_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from games.game import Game

# One for each argument of `Length`, in its order.
TERMS: tuple[Option, ...] = (
    Option(
        "kind",
        "deals",
        choices=KINDS,
        label={"en": "The match ends", "ru": "Матч кончается"},
        help={
            "en": "What ends the match; the number below says how many of them.",
            "ru": "Чем кончается матч; сколько именно — ниже.",
        },
        choice_labels={
            "deals": {"en": "after so many deals", "ru": "после стольких сдач"},
            "points": {
                "en": "when somebody has so many points and is ahead alone",
                "ru": "когда кто-то набрал столько очков и обогнал остальных",
            },
            "losses": {
                "en": "when somebody has lost so many deals; who lost fewest wins",
                "ru": "когда кто-то проиграл столько сдач; побеждает проигравший меньше всех",
            },
            "points_lost": {
                "en": "when somebody has lost so many points; who lost fewest wins",
                "ru": "когда кто-то потерял столько очков; побеждает потерявший меньше всех",
            },
        },
    ),
    Option(
        "count",
        1,
        low=1,
        high=MOST_DEALS,
        label={"en": "How many", "ru": "Сколько"},
        help={
            "en": "The number of deals, points or losses.",
            "ru": "Число сдач, очков или проигрышей.",
        },
    ),
    Option(
        "must_have_winner",
        False,
        choices=(False, True),
        label={"en": "There must be a winner", "ru": "Нужен победитель"},
        help={
            "en": "A level match goes on by one deal at a time until somebody is ahead alone.",
            "ru": "При равном счёте играют ещё по одной сдаче, пока кто-то не выйдет вперёд.",
        },
    ),
    Option(
        "mirrored",
        False,
        choices=(False, True),
        label={"en": "Mirrored", "ru": "Зеркальный матч"},
        help={
            "en": "All play the same cards from each seat. For bots only: people would know them.",
            "ru": "Одними картами играют со всех мест. Только для ботов: люди узнали бы карты.",
        },
    ),
    Option(
        "seating",
        "fixed",
        choices=SEATINGS,
        label={"en": "Seats", "ru": "Места"},
        help={
            "en": "Whether everybody moves one seat to the left; neighbours stay neighbours.",
            "ru": "Пересаживаются ли все на одно место влево; соседи остаются соседями.",
        },
        choice_labels={
            "fixed": {"en": "kept", "ru": "постоянные"},
            "each_deal": {"en": "move after each deal", "ru": "меняются после каждой сдачи"},
            "each_round": {
                "en": "move after as many deals as there are seats",
                "ru": "меняются после круга сдач (по числу мест)",
            },
        },
    ),
    Option(
        "dealing",
        "by_rule",
        choices=DEALINGS,
        label={"en": "Who deals", "ru": "Кто сдаёт"},
        help={
            "en": "By the rules of the game the loser may have to deal; in turn all deal as often.",
            "ru": "По правилам игры сдавать может проигравший; по очереди сдают все поровну.",
        },
        choice_labels={
            "by_rule": {"en": "whom the game says", "ru": "по правилам игры"},
            "in_turn": {"en": "everybody in turn", "ru": "все по очереди"},
        },
    ),
    Option(
        "scoring",
        "by_rule",
        choices=SCORINGS,
        label={"en": "What a deal counts", "ru": "Как считается сдача"},
        help={
            "en": "How a deal adds to the score of the match.",
            "ru": "Сколько очков сдача приносит в счёт матча.",
        },
        choice_labels={
            "by_rule": {"en": "as the game has it", "ru": "по правилам игры"},
            "by_place": {
                "en": "a point for each side placed behind",
                "ru": "очко за каждого, кто занял место ниже",
            },
        },
    ),
)


def describe_terms(game: Game, lang: str = "en") -> list[dict[str, Any]]:
    """
    The terms that a match of this game may have: name, label, help, default, choices or bounds.

    `choices` is a list of value and label, as in `games.options.describe`; a whole number has
    `low` and `high` instead. Of what may end a match there is what the game's own points allow;
    `Length` and `Match` have the rest.
    """
    return [_described(term, game, lang) for term in TERMS]


def _described(term: Option, game: Game, lang: str) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": term.name,
        "label": term.label[lang],
        "help": term.help[lang],
        "default": term.default,
    }
    if not term.choices:
        return {**data, "low": term.low, "high": term.high}
    possible = kinds_of(game) if term.name == "kind" else term.choices
    return {
        **data,
        "choices": [[value, choice_label(term, value, lang)] for value in possible],
    }
