"""Worked positions in a file, one a line, played and compared: `python -m games scenarios FILE`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from games.armenian import positions as armenian
from games.armenian.game import Armenian
from games.british import positions as british
from games.cards import cards
from games.catalogue import find_game
from games.drunkard import positions as drunkard
from games.drunkard.state import DrunkardState
from games.durak import positions as durak
from games.errors import GameError, IllegalMove, InvalidMove, SetupError
from games.game import Game, Outcome, State
from games.moves import Move
from games.series import Length, Series

# The words in which the line of a game is read and its state is told.
_FAMILIES: dict[str, Any] = {
    "podkidnoy": durak,
    "passing": durak,
    "drunkard": drunkard,
    "british": british,
    "armenian": armenian,
}


# What goes wrong on the way to a field that is missing or of another kind.
_UNREADABLE = (KeyError, IndexError, TypeError, ValueError, AttributeError)


def position(line: Mapping[str, Any]) -> State:
    """
    The state with which a scenario of kind `play` (or `deal`) begins.

    Raises:
        GameError: If the game, its options or the setup is not possible.
    """
    try:
        game = game_of(line)
        setup = line["setup"]
        for name in ("dealer", "leader", "turn"):
            seat = setup.get(name)
            if seat is not None and not (type(seat) is int and 0 <= seat < game.seats):
                raise SetupError(f"{name}: there is no seat {seat!r} at a table of {game.seats}")
        state: State = _FAMILIES[game.key].position(game, setup)
    except _UNREADABLE as error:
        raise SetupError(f"cannot be set up: {error!r}") from error
    return state


def game_of(line: Mapping[str, Any]) -> Game:
    """
    The game of a scenario: seats from its setup, sides from its `teams` option.

    Raises:
        GameError: If there is no such game or option.
    """
    factory = find_game(line["game"])
    options = dict(line.get("options", {}))
    seats = _seats(line["setup"])
    teams = options.pop("teams", None)
    options.pop("seats", None)
    if line["game"] == "passing" and options.get("passing") is True:
        del options["passing"]
    if teams is not None:
        if teams != [seat % 2 for seat in range(seats)]:
            raise SetupError(f"partners and opponents alternate round the table, not {teams}")
        options["sides"] = {4: "pairs", 6: "threes"}.get(seats, "pairs")
    return factory(seats=seats, **options)


def play(state: State, move: Mapping[str, Any]) -> None:
    """
    Play a move in the form of the scenarios: `{"seat": 0, "type": "attack", "cards": ["7S"]}`.

    Drunkard's `{"type": "trick"}` is the laying of cards until the trick is collected.

    Raises:
        GameError: With a code, if it is not that seat's turn or not legal; nothing has changed.
    """
    if isinstance(state, DrunkardState) and isinstance(move, dict) and move.get("type") == "trick":
        _play_trick(state)
        return
    done = _read(move)
    seat = move.get("seat")
    if state.to_act is not None and seat is not None and seat != state.to_act:
        reason = f"seat {state.to_act} is to act, not {seat}"
        raise IllegalMove("NOT_YOUR_TURN", reason, position=state.copy())
    state.play(done)


def snapshot(state: State) -> dict[str, Any]:
    """Everything about a state in the words of the scenarios."""
    told: dict[str, Any] = _FAMILIES[state.game.key].snapshot(state)
    return told


def _play_trick(state: DrunkardState) -> None:
    over = state.tricks
    state.play("lay")
    while state.tricks == over:
        state.play("lay")


def run_file(path: Path, say: Callable[[str], None]) -> int:
    """
    Run the scenarios of a JSON Lines file; a line for each difference, then the totals.

    Returns:
        The number of scenarios that failed.
    """
    passed = failed = 0
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not text.strip():
            continue
        differences = differences_of(text)
        failed += bool(differences)
        passed += not differences
        for difference in differences:
            say(f"line {number}: {difference}")
    say(f"{passed} passed, {failed} failed")
    return failed


def differences_of(text: str) -> list[str]:
    """What differs between one line of a scenario file and the engine; empty if nothing does."""
    try:
        line = json.loads(text)
        name = line["id"]
    except (ValueError, KeyError, TypeError) as error:
        return [f"cannot be read: {error}"]
    try:
        runner = _KINDS.get(line.get("kind", "play"))
        if runner is None:
            return [f"{name}: kind {line['kind']!r} is not known"]
        return [f"{name}: {difference}" for difference in runner(line)]
    except GameError as error:
        return [f"{name}: {error.code}: {error}"]
    except _UNREADABLE as error:
        return [f"{name}: cannot be set up: {error!r}"]


def _run_play(line: Mapping[str, Any]) -> list[str]:
    state = position(line)
    done = 0
    found: list[str] = []
    for check in line["expect"]:
        last = check["reject"] - 1 if "reject" in check else check["after"]
        while done < last:
            _play_on(state, line["moves"][done])
            done += 1
        if "reject" in check:
            found += _check_refusal(state, line["moves"][last], check)
        else:
            _pass_forced(state, None)
            found += _compare(f"after {last}", check, snapshot(state))
    return found


def _play_on(state: State, move: Mapping[str, Any]) -> None:
    _pass_forced(state, move)
    play(state, move)


def _pass_forced(state: State, move: Mapping[str, Any] | None) -> None:
    """Play the passes the scenarios leave out: of seats that can do nothing else."""
    while state.to_act is not None and list(state.legal_moves) == [Move.parse("pass")]:
        if move is not None and move["type"] == "pass" and move.get("seat") == state.to_act:
            return
        state.play("pass")


def _check_refusal(state: State, move: Mapping[str, Any], check: Mapping[str, Any]) -> list[str]:
    allowed = check.get("error_any_of") or [check["error"]]
    _pass_forced(state, move)
    before = state.copy()
    try:
        play(state, move)
    except GameError as error:
        if error.code not in allowed:
            return [f"move {check['reject']}: {error.code} instead of {' or '.join(allowed)}"]
        if state != before:
            return [f"move {check['reject']}: refused, but the state has changed"]
        return []
    return [f"move {check['reject']}: was allowed instead of {' or '.join(allowed)}"]


def _run_next_deal(line: Mapping[str, Any]) -> list[str]:
    """Who deals and leads after a deal that ended as `previous` says, or first if it is missing."""
    game = game_of(line)
    series = Series(game, Length("deals", 2))
    if line["setup"].get("previous") is not None:
        series.add(_previous(game, line["setup"]))
    dealer, leader = series.next_deal()
    # Without a dealer the trumps say who leads, where there are any; else whoever is drawn to deal.
    unknown = "lowest_trump" if _FAMILIES[game.key] is durak else "lot"
    found = {
        "dealer": "lot" if dealer is None else dealer,
        "leader": unknown if leader is None else leader,
    }
    return [text for check in line["expect"] for text in _compare("next deal", check, found)]


def _run_dealer_lot(line: Mapping[str, Any]) -> list[str]:
    """Cards are drawn in turn until an ace comes; only Armenian Durak chooses its dealer so."""
    game = game_of(line)
    if not isinstance(game, Armenian):
        raise SetupError(f"the dealer of {game.key} is not drawn by cards")
    setup = line["setup"]
    dealer = game.dealer_by_draw(setup["first_to_draw"], cards(setup["draws"]))
    leader = None if dealer is None else game.leader_after(dealer)
    found = {"dealer": dealer, "leader": leader}
    return [text for check in line["expect"] for text in _compare("dealer lot", check, found)]


def _previous(game: Game, setup: Mapping[str, Any]) -> Outcome:
    """The outcome of the deal before, as far as the next one depends on it."""
    seats = game.seats
    previous = setup["previous"]
    family = _FAMILIES[game.key]
    if family is not durak:
        # The old dealer may stand beside the deal or in it.
        ended: Outcome = family.ended(game, {"dealer": setup.get("dealer", 0), **previous})
        return ended
    if previous["outcome"] == "draw":
        return Outcome([1] * seats, "draw", [0] * seats, [0] * seats)
    fool = previous["fool"]
    places = [seats if seat == fool else 1 for seat in range(seats)]
    points = [-int(seat == fool) for seat in range(seats)]
    return Outcome(places, "fool", [0] * seats, points, [fool], fool)


def _compare(where: str, check: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    differences = []
    for name, expected in check.items():
        if name == "after":
            continue
        if name not in found:
            differences.append(f"{where}: there is no field {name!r}")
        elif not _matches(name, expected, found[name]):
            differences.append(f"{where}: {name} is {found[name]!r}, expected {expected!r}")
    return differences


def _matches(name: str, expected: Any, found: Any) -> bool:
    """Whether a field is as expected: of objects only the listed keys, of card sets any order."""
    if name == "hands":
        return [sorted(hand) for hand in expected] == [sorted(hand) for hand in found]
    if name == "legal":
        wanted = _unordered(expected)
        return bool(
            {key: value for key, value in _unordered(found).items() if key in wanted} == wanted
        )
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(
            key in found and _matches(key, value, found[key]) for key, value in expected.items()
        )
    return bool(expected == found)


def _unordered(menu: Any) -> Any:
    if isinstance(menu, dict):
        return {key: _unordered(value) for key, value in menu.items()}
    if isinstance(menu, list):
        return sorted((_unordered(value) for value in menu), key=repr)
    return menu


def _read(move: Mapping[str, Any]) -> Move:
    """The move of the scenarios' form, which names the verb under `type`."""
    if not isinstance(move, dict):
        raise InvalidMove(move, "it is no object")
    kind = move.get("type")
    if kind == "beat":
        target = move.get("target")
        if not isinstance(target, str):
            raise InvalidMove(move, "it does not name the card to beat")
        return Move.from_json({"beat": {target: move.get("card")}})
    if kind in ("attack", "throw", "transfer"):
        return Move.from_json({kind: move.get("cards")})
    if kind in ("play", "transfer_show", "declare"):
        return Move.from_json({kind: move.get("suit" if kind == "declare" else "card")})
    if isinstance(kind, str):
        return Move.from_json({kind: True})
    raise InvalidMove(move, "it has no type")


def _seats(setup: Mapping[str, Any]) -> int:
    if "players" in setup:
        return int(setup["players"])
    for name in ("hands", "stacks"):
        if name in setup:
            return len(setup[name])
    raise SetupError("the setup names neither players nor hands")


_KINDS: dict[str, Callable[[Mapping[str, Any]], list[str]]] = {
    "play": _run_play,
    "deal": _run_play,
    "next_deal": _run_next_deal,
    "dealer_lot": _run_dealer_lot,
}
