"""The table of each game drawn for one seat, with its hand; what is left when the deal is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.british.rules import value_of
from games.cards import SUITS, cards, mask_of
from games.game import State
from games.glyphs import SUIT_NAMES, SUIT_SIGNS, in_order
from games.terminal.look import WIDTH, Look, side_by_side
from games.terminal.words import RANK_NAMES, held


def table_lines(look: Look, data: Mapping[str, Any]) -> list[str]:
    """Everything but one's own hand: what is open, who sits where, whose turn it is."""
    return _TABLES[look.family](look, data)


def left_lines(look: Look, state: State) -> list[str]:
    """What counts once the deal is over: the hands laid open with their worth, or the tricks."""
    lines = []
    for seat in [look.me, *look.round[:-1]]:
        data = state.view(seat).to_json()
        if not data.get("hand"):
            continue
        facts: dict[str, object] = {"who": look.names[seat]}
        facts["cards"] = look.cards(data["hand"], data.get("trump"))
        key = "left"
        if look.family == "british":
            key = "left_worth"
            facts["points"] = value_of(mask_of(cards(data["hand"])))
        lines.append(look.say(key, **facts))
    data = state.view(None).to_json()
    if look.family == "armenian":
        order = [look.me, *look.round[:-1]]
        counts = ", ".join(f"{look.names[seat]} {data['tricks'][seat]}" for seat in order)
        lines.append(look.say("all_tricks", counts=counts))
    return lines


def hand_lines(look: Look, data: Mapping[str, Any]) -> list[str]:
    """One's own hand by suits, trumps last."""
    if "hand" not in data:
        return []
    title = look.say("hand") + " "
    trump = data.get("trump")
    groups: dict[int, list[str]] = {}
    numbers = cards(data["hand"])
    for one in in_order(numbers, None if trump is None else SUITS.index(trump)):
        groups.setdefault(one // 13, []).append(look.card(one))
    if not groups:
        return [title + look.say("no_cards")]
    return side_by_side([" ".join(group) for group in groups.values()], title)


def _headed(look: Look, *facts: str) -> str:
    told = [look.say("header", game=look.game.NAMES[look.lang], deal=look.deal), *facts]
    if any(look.score):
        order = [look.me, *look.round[:-1]]
        score = " : ".join(str(look.score[seat]) for seat in order)
        told.append(look.say("match_score", score=score))
    return f"── {' · '.join(told)} ".ljust(WIDTH, "─")


def _seat_lines(look: Look, notes: Mapping[int, Sequence[str]], to_act: int | None) -> list[str]:
    """A line a seat, clockwise; the last is one's own."""
    wide = max(map(len, look.names))
    first = max(len(told[0]) for told in notes.values())
    lines = []
    for seat in look.round:
        mark = "→" if seat == to_act else " "
        start = f" {mark} {look.names[seat]:<{wide}}  "
        told = [note for note in notes[seat] if note]
        if len(told) > 1:
            told[0] = told[0].ljust(first)
        lines += side_by_side(told, start)
    return lines


def _durak(look: Look, data: Mapping[str, Any]) -> list[str]:
    suit = SUIT_SIGNS[data["trump"]]
    trump = look.say("trump", suit=f"{suit} {SUIT_NAMES[look.lang][data['trump']]}")
    if data["turnup"] and data["stock"]:
        trump += look.say("turnup_below", card=look.card(data["turnup"]))
    facts = [trump, look.say("stock", count=data["stock"])]
    facts.append(look.say("discard", count=len(data["discard"])))
    notes = {seat: _durak_notes(look, data, seat) for seat in look.round}
    return [
        _headed(look, look.say("bout", bout=data["bout"])),
        *side_by_side(facts),
        *_seat_lines(look, notes, data["to_act"]),
        *_pairs(look, data),
    ]


def _durak_notes(look: Look, data: Mapping[str, Any], seat: int) -> list[str]:
    mine = seat == look.me
    if seat in data["finished"]:
        notes = [look.say("out")]
    else:
        notes = [held(data["counts"][seat], look.lang)]
    if look.game.side_count < look.game.seats and not mine:
        same = look.game.side_of(seat) == look.game.side_of(look.me)
        notes.append(look.say("partner") if same else "")
    for role, word, own in (
        ("leader", "leads", "lead_you"),
        ("defender", "takes", "take_you")
        if data["taking"]
        else ("defender", "defends", "defend_you"),
    ):
        if data[role] == seat:
            notes.append(look.say(own if mine else word))
            if data[f"{role}_seat"] != seat:
                notes.append(look.say("plays_for", who=look.names[data[f"{role}_seat"]]))
    if seat in data["passed"]:
        notes.append(look.say("passed"))
    return notes


def _pairs(look: Look, data: Mapping[str, Any]) -> list[str]:
    """Attack cards in a row, under each what beat it."""
    if not data["table"]:
        return [f"{look.say('table')} {look.say('empty')}"]
    titles = [look.say("row_attack"), look.say("row_answer")]
    wide = max(map(len, titles)) + 1
    rows = [
        [look.card(attack) for attack, _ in data["table"]],
        [look.card(answer) if answer else "·" for _, answer in data["table"]],
    ]
    room = look.say("limit", room=data["room"])
    lines = [
        title.ljust(wide) + "".join(f"{shown:<5}" for shown in row).rstrip()
        for title, row in zip(titles, rows, strict=True)
    ]
    return [lines[0], f"{lines[1]}   ({room})" if data["room"] else lines[1]]


def _british(look: Look, data: Mapping[str, Any]) -> list[str]:
    facts = []
    if data["top"]:
        facts.append(look.say("top", card=look.card(data["top"])))
        if not data["pending"] and data["phase"] != "declare":
            suit = f"{SUIT_SIGNS[data['required']]} {SUIT_NAMES[look.lang][data['required']]}"
            rank = RANK_NAMES[look.lang][data["top"][0]]
            facts.append(look.say("follow", suit=suit, rank=rank))
    else:
        facts.append(look.say("no_top"))
    facts.append(look.say("stock", count=data["stock"]))
    facts.append(look.say("pile", count=data["pile_count"]))
    extra = []
    if data["declared"]:
        extra.append(look.say("asked", suit=SUIT_NAMES[look.lang][data["declared"]]))
    if data["ace_open"]:
        extra.append(look.say("ace_open"))
    if data["phase"] == "followup" and data["to_act"] == look.me:
        extra.append(look.say("followup"))
    if data["pending"]:
        extra.append(look.say("pending", count=data["pending"]))
    if data["drawn"]:
        extra.append(look.say("drawn", card=look.card(data["drawn"])))
    notes = {
        seat: [held(count, look.lang), look.say("deals") if seat == data["dealer"] else ""]
        for seat, count in enumerate(data["counts"])
    }
    return [
        _headed(look),
        *side_by_side(facts),
        *extra,
        *_seat_lines(look, notes, data["to_act"]),
    ]


def _armenian(look: Look, data: Mapping[str, Any]) -> list[str]:
    lines = [_headed(look, look.say("trick_number", trick=sum(data["tricks"]) + 1))]
    counts = [look.say("tricks", count=count) for count in data["tricks"]]
    notes = {}
    for seat in look.round:
        places = zip(data["open"][seat], data["down"][seat], strict=True)
        row = "".join(f"{_place(look, one, covered):<5}" for one, covered in places).rstrip()
        told = counts[seat].ljust(max(map(len, counts)))
        notes[seat] = [held(data["counts"][seat], look.lang), told, f"{look.say('row')} {row}"]
    lines += _seat_lines(look, notes, data["to_act"])
    if any(any(row) for row in data["down"]):
        lines.append(f"   {look.say('covered')}")
    laid = [f"{look.names[seat]} {look.card(one)}" for seat, one in data["trick"]]
    lead = look.say("lead_you" if data["leader"] == look.me else "leads")
    empty = f"{look.names[data['leader']]} {lead}"
    lines += side_by_side(laid or [empty], look.say("trick") + " ")
    return lines


def _place(look: Look, one: str | None, covered: bool) -> str:
    if one is None:
        return "▒▒" if covered else "·"
    return look.card(one) + ("*" if covered else "")


def _drunkard(look: Look, data: Mapping[str, Any]) -> list[str]:
    notes = {
        seat: [
            held(count, look.lang) if count else look.say("out"),
            look.say("lead_you" if seat == look.me else "leads") if seat == data["leader"] else "",
        ]
        for seat, count in enumerate(data["counts"])
    }
    return [
        _headed(look, look.say("trick_number", trick=data["tricks"] + 1)),
        *_seat_lines(look, notes, data["to_act"]),
    ]


_TABLES: dict[str, Callable[[Look, Mapping[str, Any]], list[str]]] = {
    "durak": _durak,
    "drunkard": _drunkard,
    "british": _british,
    "armenian": _armenian,
}
