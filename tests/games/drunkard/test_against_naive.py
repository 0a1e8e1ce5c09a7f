"""Random deals of Drunkard, with every choice of options, played twice by different programs."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from games.cards import NAMES
from games.catalogue import find_game
from games.decks import shuffled
from games.game import Game
from games.scenarios import play, snapshot
from games.shuffle import Stream
from tests.games.drunkard import naive
from tests.games.helpers import SECRET

TIES = ("first_card_stands", "all_tied_draw", "one_down_one_up", "three_down_one_up")
SETS = [
    {
        "tie_rule": tie,
        "dispute_shortage": shortage,
        "end_mode": end,
        "remainder": remainder,
        "collect_order": order,
        "low_beats_ace": low,
        "max_tricks": 300,
    }
    for tie, shortage, end, remainder, order, low in product(
        TIES,
        ("forfeit", "last_card_counts"),
        ("first_bust", "last_standing"),
        ("set_aside", "deal_out", "first_trick_pot"),
        ("play_order", "winner_first", "shuffled"),
        (False, True),
    )
]
CHOSEN = Random(1).sample(SETS, 48)


@pytest.mark.parametrize("options", CHOSEN, ids=["-".join(map(str, o.values())) for o in CHOSEN])
def test_both_programs_play_the_same_tricks(options: dict[str, object]) -> None:
    for number in range(4):
        seats = 2 + (number * 3 + CHOSEN.index(options)) % 7
        game = find_game("drunkard")(seats=seats, **options)
        compare(game, number)


def compare(game: Game, number: int) -> None:
    """Play a deal to its end with both, comparing packs, tricks and the result."""
    options = game.options
    stream = Stream(SECRET, number)
    deck = stream.shuffled(game.deck)
    dealer = stream.below(game.seats)
    twin = stream.copy()
    state = game.deal(deck, dealer=dealer, chance=stream)
    names = [NAMES[card] for card in deck]
    stacks, rest = naive.dealt(names, game.seats, dealer, str(options["remainder"]))
    leader, tricks = dealer, 0
    out: list[int] = []
    while True:
        told = snapshot(state)
        assert (told["stacks"], told["leader"]) == (stacks, leader)
        before = [bool(stack) for stack in stacks]
        pot = rest if options["remainder"] == "first_trick_pot" and not tricks else []
        winner, laid, disputes = naive.trick(
            stacks, leader, pot, options, lambda cards: shuffled(cards, twin.below)
        )
        play(state, {"type": "trick"})
        tricks += 1
        told = snapshot(state)
        assert told["stacks"] == stacks
        assert told["last"] == {
            "winner": winner,
            "played": [list(one) for one in laid],
            "disputes": disputes,
        }
        clockwise = [(leader + step) % game.seats for step in range(game.seats)]
        lost = [seat for seat in clockwise if before[seat] and not stacks[seat]]
        out += lost
        left = [seat for seat in range(game.seats) if stacks[seat]]
        if lost and (options["end_mode"] == "first_bust" or len(left) == 1):
            break
        if tricks == options["max_tricks"]:
            break
        leader = next(seat for seat in [*clockwise[1:], leader] if stacks[seat])
    assert told["over"]
    counts = [len(stack) for stack in stacks]
    if options["end_mode"] == "first_bust":
        assert told["result"] == {"drunkards": sorted(lost), "counts": counts}
    else:
        alone = counts.count(max(counts)) == 1
        winner_alone = counts.index(max(counts)) if alone else None
        assert told["result"] == {"winner": winner_alone, "out_order": out}
