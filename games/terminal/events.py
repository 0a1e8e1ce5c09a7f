"""What a move brought about, told to one seat: the move, then bouts, draws, tricks that follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.game import State
from games.moves import Move
from games.rendering import sentence
from games.terminal.look import Look

Facts = Mapping[str, Any]


def happened(look: Look, before: Facts, state: State) -> list[str]:
    """
    The sentences for the latest move of *state*, of which seat `look.me` saw *before*.

    Only the two views are compared, so nothing is told that the seat may not know.
    """
    seat, move = state.moves[-1]
    after = state.view(look.me).to_json()
    told = [sentence(seat, move, look.lang, look.names, look.me) + "."]
    if look.family == "durak":
        return told + _durak(look, before, after, seat, move)
    if look.family == "armenian":
        return told + _armenian(look, before, after)
    if look.family == "british":
        return told + _british(look, before, after, seat, move)
    return _drunkard(look, before, after)


def _durak(look: Look, before: Facts, after: Facts, seat: int, move: Move) -> list[str]:
    laid = len(move.cards) - (move.verb == "beat")
    laid = 0 if move.verb in ("transfer_show", "swap") else laid
    if after["bout"] == before["bout"] and after["to_act"] is not None:
        return []
    on_table = sum(1 + (answer is not None) for _, answer in before["table"]) + laid
    beaten = len(after["discard"]) > len(before["discard"])
    defender = before["defender"]
    if beaten:
        told = [look.say("bout_beaten", count=look.counted(on_table))]
    else:
        key = "bout_taken_you" if defender == look.me else "bout_taken"
        count = look.counted(on_table)
        told = [look.say(key, who=look.names[defender], count=count)]
    grown = {}
    for one, (then, now) in enumerate(zip(before["counts"], after["counts"], strict=True)):
        grown[one] = now - then
    grown[seat] += laid
    if not beaten:
        grown[defender] -= on_table
    told += _drawn(look, before, after, grown, beaten, move)
    if before["stock"] and not after["stock"]:
        told.append(look.say("stock_empty"))
    for one in after["finished"]:
        if one not in before["finished"]:
            mine = one == look.me
            told.append(look.say("you_are_out" if mine else "is_out", who=look.names[one]))
    return told


def _drawn(
    look: Look, before: Facts, after: Facts, grown: Mapping[int, int], beaten: bool, move: Move
) -> list[str]:
    """Who drew how many cards, and which came to oneself."""
    drew = [f"{look.names[seat]} {grown[seat]}" for seat in look.round if grown[seat] > 0]
    told = [look.say("drew", drawn=", ".join(drew))] if drew else []
    new = set(after["hand"]) - set(before["hand"])
    if not beaten and before["defender"] == look.me:
        table = {name for pair in before["table"] for name in pair if name}
        new -= table | set(str(move).split()[1:])
    if new and grown[look.me] > 0:
        told.append(look.say("you_drew", cards=look.cards(new, after["trump"])))
    return told


def _british(look: Look, before: Facts, after: Facts, seat: int, move: Move) -> list[str]:
    told = []
    if after["stock"] > before["stock"]:
        told.append(look.say("reshuffled"))
    new = [name for name in after["hand"] if name not in before["hand"]]
    if seat == look.me and move.verb == "draw" and len(new) == 1 and not before["pending"]:
        key = "drawn_fits" if after["drawn"] else "drawn_unfit"
        told.append(look.say(key, card=look.card(new[0])))
    for one in look.round:
        grown = after["counts"][one] - before["counts"][one]
        if one == seat and not before["pending"]:
            continue
        if grown <= 0:
            continue
        if one == look.me:
            cards = look.cards(new)
            told.append(look.say("penalty_you", count=look.counted(grown), cards=cards))
        else:
            told.append(look.say("penalty", who=look.names[one], count=look.counted(grown)))
    return told


def _armenian(look: Look, before: Facts, after: Facts) -> list[str]:
    told = []
    for seat, (then, now) in enumerate(zip(before["tricks"], after["tricks"], strict=True)):
        if now > then:
            mine = seat == look.me
            told.append(
                look.say("trick_taken_you" if mine else "trick_taken", who=look.names[seat])
            )
    turned = []
    for seat in look.round:
        for place, covered in enumerate(before["down"][seat]):
            if covered and not after["down"][seat][place]:
                turned.append(f"{look.names[seat]} {look.card(after['open'][seat][place])}")
    if turned:
        told.append(look.say("turned_up", cards=", ".join(turned)))
    return told


def _drunkard(look: Look, before: Facts, after: Facts) -> list[str]:
    """Nothing until a trick is over; then the whole of it."""
    if after["tricks"] == before["tricks"]:
        return []
    winner, played = after["last"]["winner"], after["last"]["played"]
    facts = {
        "number": after["tricks"],
        "laid": _laid(look, played),
        "who": look.names[winner],
        "count": len(played),
        "counts": packs(look, after),
    }
    return [look.say("drunkard_trick_you" if winner == look.me else "drunkard_trick", **facts)]


def _laid(look: Look, played: Sequence[Sequence[Any]]) -> str:
    """The cards of a trick; where a seat lays again the highest ones were equal."""
    seen: set[int] = set()
    told: list[str] = []
    disputed = False
    for seat, one in played:
        if seat in seen and not disputed:
            disputed = True
            told.append(look.say("equal"))
        seen.add(seat)
        told.append(f"{look.names[seat]} {look.card(one) if one else '▒▒'}")
    return ", ".join(told).replace(f", {look.say('equal')},", f" — {look.say('equal')}")


def packs(look: Look, data: Facts) -> str:
    """How many cards each has, oneself first."""
    order = [look.me, *look.round[:-1]]
    return ", ".join(f"{look.names[seat]} {data['counts'][seat]}" for seat in order)
