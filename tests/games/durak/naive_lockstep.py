"""A deal played in the engine and in the naive program at once, compared after every move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Any

from games import scenarios
from games.cards import NAMES
from games.catalogue import find_game
from games.choices import Option
from games.durak.state import DurakState
from games.errors import GameError
from games.game import Game
from games.scenarios import snapshot
from games.shuffle import Stream
from tests.games.durak import naive, naive_passing

Choose = Callable[[naive.Deal, Random], str]
Pair = tuple[DurakState, naive.Deal]


class Differ(AssertionError):
    """The two programs do not say the same; tells what, where and after which moves."""


# How a deal begins


def dealt(game: Game, rng: Random, leader: int | None = None) -> Pair:
    """A shuffled deal, the same in both programs."""
    stream = Stream(rng.randbytes(32), 0)
    deck = stream.shuffled(game.deck)
    return dealt_from(game, deck, stream.below(game.seats), leader, stream)


def dealt_from(game: Game, deck: list[int], dealer: int, leader: int | None, lot: Stream) -> Pair:
    twin = lot.copy()
    state = game.deal(deck, dealer=dealer, leader=leader, chance=lot)
    assert isinstance(state, DurakState)
    other = naive_of(game)
    other.deal([NAMES[card] for card in deck], dealer, leader, twin.below)
    return state, other


def naive_of(game: Game) -> naive.Deal:
    kind = naive_passing.Deal if game.key == "passing" else naive.Deal
    return kind(game.options, game.seats, game.sides)


def placed(line: Mapping[str, Any]) -> Pair:
    """A position in the form of the scenarios, the same in both programs."""
    state = scenarios.position(line)
    assert isinstance(state, DurakState)
    other = naive_of(state.game)
    setup = line["setup"]
    other.hands = [list(hand) for hand in setup["hands"]]
    other.stock = list(setup["stock"])
    other.trump = setup["trump"]
    other.turnup = other.stock[-1] if other.stock else None
    other.dealer, other.leader_seat = setup["dealer"], setup["leader"]
    other.finished = list(setup["finished"])
    other.discarded = not setup["first_bout"]
    other.bouts = 1 if setup["first_bout"] else 2
    return state, other


def random_position(game: Game, rng: Random) -> dict[str, Any]:
    """Few cards in the hands and fewer in the stock, so that the deal soon ends."""
    pack = naive.whole_pack(int(game.options["deck_size"]))
    rng.shuffle(pack)
    if rng.random() < 0.3:
        pack.sort(key=lambda card: card[0] == "6" or rng.random())  # sixes into the hands
    most = min(rng.choice([1, 2, 3, 8]), 22 // game.seats)
    stock = [pack.pop(0) for _ in range(rng.choice([0, 0, 0, 0, 1, 2]))]
    sizes = [rng.randint(int(bool(stock) or seat < 2), most) for seat in range(game.seats)]
    hands: list[list[str]] = [[] for _ in sizes]
    for number in range(most):
        for hand, size in zip(hands, sizes, strict=True):
            if number < size:
                hand.append(pack.pop())
    out = [seat for seat in range(game.seats) if not hands[seat]]
    options: dict[str, Any] = dict(game.options)
    if game.sides != "single":
        options["teams"] = [seat % 2 for seat in range(game.seats)]
    setup = {
        "hands": hands,
        "stock": stock,
        "trump": stock[-1][1] if stock else rng.choice(naive.SUITS),
        "leader": rng.choice([s for s in range(game.seats) if hands[s] or game.sides != "single"]),
        "dealer": rng.randrange(game.seats),
        "finished": rng.sample(out, len(out)),
        "first_bout": rng.random() < 0.5,
    }
    return {"game": game.key, "options": options, "setup": setup}


# Who plays how


def wishing(wish: str) -> Choose:
    """A player who mostly does what he prefers, such as `take`; without a wish anything."""

    def choose(deal: naive.Deal, rng: Random) -> str:
        verbs = [verb for verb, what in deal.menu.items() if what and verb != "max"]
        if not any(deal.menu.get("beat", {}).values()):
            verbs = [verb for verb in verbs if verb != "beat"]
        wished = [verb for verb in verbs if wish and verb.startswith(wish)]
        verb = rng.choice(wished if wished and rng.random() < 0.8 else verbs)
        return random_move(verb, deal.menu, rng)

    return choose


def in_circles(deal: naive.Deal, rng: Random) -> str:
    """Leading the lowest card, taking and passing: the cards go round until the draw."""
    if "attack" in deal.menu:
        return f"attack {deal.menu['attack'][0][0]}"
    return "take" if "take" in deal.menu else "pass"


def random_move(verb: str, menu: Mapping[str, Any], rng: Random) -> str:
    if verb in ("take", "pass", "swap"):
        return verb
    if verb == "beat":
        target = rng.choice([target for target, answers in menu["beat"].items() if answers])
        return f"beat {target} {rng.choice(menu['beat'][target])}"
    if verb == "throw":
        most = min(menu["max"], len(menu["throw"]))
        count = 1 if rng.random() < 0.5 else rng.randint(1, most)
        return naive.move("throw", rng.sample(menu["throw"], count))
    choice = rng.choice(menu[verb])
    return naive.move(verb, [choice] if isinstance(choice, str) else choice)


# What is compared


def same_course(pair: Pair, rng: Random, choose: Choose, probes: float = 0.1) -> list[str]:
    """
    Play to the end; returns the moves.

    probes: how often a random move, which is mostly not allowed, is tried first.

    Raises:
        Differ: Where the programs do not agree.
    """
    state, other = pair
    moves: list[str] = []
    aside = names(state.laid_aside)
    course = other.run()
    next(course, None)
    try:
        while True:
            same_position(state, other)
            if rng.random() < 0.25:
                same_view(state, other, aside)
            if rng.random() < probes:
                same_refusal(state, other, random_words(other, rng))
            if other.to_act is None:
                break
            if len(other.menu.get("throw", [])) <= 6:
                same("moves", {str(m) for m in state.legal_moves}, naive.moves_of(other.menu))
            move = choose(other, rng)
            moves.append(f"{other.to_act} {move}")
            if rng.random() < 0.5:
                state.play(move)
            else:
                scenarios.play(state, as_in_scenarios(other, move, rng))
            with suppress(StopIteration):
                course.send(move)
        same_outcome(state, other)
    except Differ as found:
        raise Differ(f"{found}\n{state.game!r}\n{moves}\n{vars(other)}") from None
    return moves


def as_in_scenarios(deal: naive.Deal, move: str, rng: Random) -> dict[str, Any]:
    """The same move as an object that names the seat, its cards in any order."""
    verb, *cards = move.split()
    told: dict[str, Any] = {"seat": deal.to_act, "type": verb}
    if verb == "beat":
        told["target"], told["card"] = cards
    elif verb == "transfer_show":
        told["card"] = cards[0]
    elif cards:
        told["cards"] = rng.sample(cards, len(cards))
    return told


def same(what: str, engine: object, naively: object) -> None:
    if engine != naively:
        raise Differ(f"{what}: the engine has {engine!r}, the naive program {naively!r}")


def same_position(state: DurakState, other: naive.Deal) -> None:
    told, naively = snapshot(state), other.told()
    for name in naively:
        same(name, plain(name, told[name]), plain(name, naively[name]))


def same_view(state: DurakState, other: naive.Deal, aside: list[str]) -> None:
    """What everybody may know is the same; *aside*: cards out of play before a position began."""
    if other.to_act is None:
        return
    told, naively = state.view(None).to_json(), other.told_openly()
    naively["discard"] = [*naively["discard"], *aside]
    for name in naively:
        same(f"open {name}", plain(name, told[name]), plain(name, naively[name]))


def plain(name: str, value: Any) -> Any:
    """The same value whatever the order of what has none."""
    if name == "legal":
        return unordered(value)
    if name in ("hands", "known"):
        return [sorted(cards) for cards in value]
    if name == "table":
        return sorted([list(pair) for pair in value], key=repr)
    return sorted(value) if name in ("discard", "passed", "led") else value


def unordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: unordered(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return sorted((unordered(inner) for inner in value), key=repr)
    return value


def names(mask: int) -> list[str]:
    return [name for number, name in enumerate(NAMES) if mask >> number & 1]


def same_outcome(state: DurakState, other: naive.Deal) -> None:
    outcome = state.outcome
    assert outcome is not None
    told = outcome.to_json()
    for name in ("reason", "places", "points", "honours", "losers", "next_dealer"):
        same(name, told[name], getattr(other, name))
    if outcome.next_dealer is not None:
        game = state.game
        leads = naive.next_leader(game.options, game.seats, other.next_dealer)
        same("next leader", game.leader_after(outcome.next_dealer), leads)


def same_refusal(state: DurakState, other: naive.Deal, move: str) -> None:
    """Both refuse it, the engine for a reason that holds, or both allow it."""
    reasons = other.objections(move)
    if not reasons:
        same(f"allowed {move}", True, move in naive.moves_of(other.menu))
        return
    before = state.copy()
    try:
        state.play(move)
    except GameError as refusal:
        same(f"whether {refusal.code} is among {reasons} for {move}", refusal.code in reasons, True)
        same(f"state after the refused {move}", state == before, True)
    else:
        raise Differ(f"the engine allows {move}, the naive program says {reasons}")


def random_words(deal: naive.Deal, rng: Random) -> str:
    """A well-written move, often almost a possible one."""
    verb = rng.choice(
        ["attack", "throw", "beat", "beat", "take", "pass", "transfer", "transfer_show", "swap"]
    )
    if verb in ("take", "pass", "swap"):
        return verb
    if verb == "transfer_show":
        return f"{verb} {some_card(deal, rng)}"
    if verb == "beat":
        return f"beat {rng.choice(deal.open_cards() or ['9S'])} {some_card(deal, rng)}"
    first = some_card(deal, rng)
    hand = [] if deal.to_act is None else deal.hands[deal.to_act]
    alike = [card for card in hand if card[0] == first[0]]
    more = [some_card(deal, rng) for _ in range(rng.choice([0, 0, 0, 1, 2, 6]))]
    return naive.move(verb, {first, *more, *(alike if rng.random() < 0.5 else [])})


def some_card(deal: naive.Deal, rng: Random) -> str:
    hand = [] if deal.to_act is None else deal.hands[deal.to_act]
    on_table = [card for pair in deal.table for card in pair if card]
    pack = naive.whole_pack(int(deal.options["deck_size"]))
    return rng.choice(rng.choice([cards for cards in (hand, hand, on_table, pack) if cards]))


def same_turn(state: DurakState, seat: int) -> None:
    """A seat that is not to act is told so."""
    try:
        scenarios.play(state, {"seat": seat, "type": "take"})
    except GameError as refusal:
        same("code", refusal.code, "NOT_YOUR_TURN")
    else:
        raise Differ(f"seat {seat} could act out of turn")


def random_options(key: str, seed: str, often: float) -> dict[str, Any]:
    """Each option at random in so many of the cases; one option does not disturb another."""
    chosen: dict[str, Any] = {}
    for option in find_game(key).OPTIONS:
        rng = Random(f"{seed} {option.name}")
        if rng.random() < often:
            chosen[option.name] = rng.choice(choices_of(option))
    if chosen.get("deck_size") in (24, 32):
        chosen.pop("trump_six_swap", None)
    return chosen


def choices_of(option: Option) -> tuple[bool | int | str, ...]:
    """Every value, and of a number a few that soon make a difference."""
    return option.choices or ((3, 8, 20) if option.name == "max_bouts" else (0, 1, 3))


def tables(key: str, options: Mapping[str, Any]) -> list[tuple[int, str]]:
    """How many may sit down, and on which sides."""
    return [
        (seats, sides)
        for sides, counts in find_game(key).SIDES.items()
        for seats in counts
        if int(options.get("deck_size", 36)) >= 6 * seats
    ]
