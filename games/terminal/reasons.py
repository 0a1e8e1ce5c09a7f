"""Why a move is possible, and why another is not, in the player's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.cards import NAMES, RANK_OF, SUIT_OF, SUITS, card
from games.errors import GameError
from games.game import State
from games.glyphs import SUIT_NAMES, SUIT_SIGNS
from games.moves import Move
from games.terminal.look import Look

# By code of an error: what to tell a player. The facts in braces are those of `_facts`.
REASONS: dict[str, dict[str, str]] = {
    "en": {
        "NOT_YOUR_TURN": "It is not your turn.",
        "WRONG_PHASE": "That is not done now: you may {phase}.",
        "CARD_NOT_HELD": "You do not hold {laid}.",
        "CARD_NOT_ACCESSIBLE": "{laid} is neither in your hand nor open in your row.",
        "MIXED_RANKS": "Cards led together must be of one rank.",
        "ONE_CARD_ONLY": "Only one card may be laid here.",
        "LIMIT_EXCEEDED": "Too many: there is room for {room} more here.",
        "RANK_NOT_ON_TABLE": "No card of the rank of {laid} lies on the table.",
        "CANNOT_BEAT": "{laid} does not beat {target}: that takes a higher card of {target_suit}"
        "{or_trump}.",
        "MUST_USE_SUIT": "You hold a card of {target_suit} that beats {target}: suit before trump.",
        "NO_SUCH_TARGET": "{target} does not lie unbeaten on the table.",
        "MUST_LEAD": "You lead: a card must be laid.",
        "NOT_ELIGIBLE": "That is not possible: {detail}.",
        "PASSING_NOT_ALLOWED": "The attack cannot be passed on like this in this game.",
        "ALREADY_BEATING": "A card is beaten already: now the attack cannot be passed on.",
        "NEXT_PLAYER_TOO_FEW_CARDS": "The next player holds too few cards to beat so many.",
        "ALREADY_SHOWN": "{laid} has been shown already.",
        "NO_PASSING_IN_FIRST_BOUT": "In the first bout the attack is not passed on.",
        "RANK_MISMATCH": "The attack is passed on with a card of its own rank only.",
        "MUST_PLAY": "You hold a card that fits: it must be laid.",
        "DOES_NOT_MATCH": "{laid} does not fit: {follow}.",
        "MUST_DECLARE": "First name a suit: S, C, D or H.",
        "MUST_FOLLOW_SUIT": "You have {led_suit}: the suit led must be followed.",
        "NOTHING_TO_DRAW": "There is no card to draw.",
        "GAME_OVER": "The deal is over.",
        "UNKNOWN_MOVE": "There is no such move in this game; ? explains the moves.",
        "UNKNOWN_CARD": "There is no such card.",
        "UNKNOWN_GAME": "There is no such game.",
        "OPTION": "The game cannot be set up like this.",
        "SETUP": "These cards do not make a deal.",
        "SERIES": "The match cannot go on like this.",
        "RECORD": "The record is broken.",
    },
    "ru": {
        "NOT_YOUR_TURN": "Сейчас не ваш ход.",
        "WRONG_PHASE": "Сейчас так нельзя; можно: {phase}.",
        "CARD_NOT_HELD": "У вас нет карты {laid}.",
        "CARD_NOT_ACCESSIBLE": "{laid} — не у вас на руке и не в вашем открытом ряду.",
        "MIXED_RANKS": "Вместе ходят только картами одного достоинства.",
        "ONE_CARD_ONLY": "Здесь можно положить только одну карту.",
        "LIMIT_EXCEEDED": "Слишком много: можно положить ещё {room}.",
        "RANK_NOT_ON_TABLE": "На столе нет карты того же достоинства, что {laid}.",
        "CANNOT_BEAT": "{laid} не бьёт {target}: нужна старшая карта масти {target_suit}"
        "{or_trump}.",
        "MUST_USE_SUIT": "У вас есть чем бить {target} в масть: масть раньше козыря.",
        "NO_SUCH_TARGET": "Небитой карты {target} на столе нет.",
        "MUST_LEAD": "Ваш ход: надо положить карту.",
        "NOT_ELIGIBLE": "Так нельзя: {detail}.",
        "PASSING_NOT_ALLOWED": "В этой игре так атаку не переводят.",
        "ALREADY_BEATING": "Карта уже бита: переводить поздно.",
        "NEXT_PLAYER_TOO_FEW_CARDS": "У следующего слишком мало карт, чтобы столько отбивать.",
        "ALREADY_SHOWN": "{laid} уже показывали.",
        "NO_PASSING_IN_FIRST_BOUT": "В первом заходе атаку не переводят.",
        "RANK_MISMATCH": "Переводят только картой того же достоинства.",
        "MUST_PLAY": "У вас есть подходящая карта: её надо положить.",
        "DOES_NOT_MATCH": "{laid} не подходит: {follow}.",
        "MUST_DECLARE": "Сначала закажите масть: П, Т, Б или Ч.",
        "MUST_FOLLOW_SUIT": "У вас есть {led_suit}: надо класть в масть хода.",
        "NOTHING_TO_DRAW": "Брать нечего: карт не осталось.",
        "GAME_OVER": "Сдача окончена.",
        "UNKNOWN_MOVE": "Такого хода в этой игре нет; ? объяснит ходы.",
        "UNKNOWN_CARD": "Такой карты нет.",
        "UNKNOWN_GAME": "Такой игры нет.",
        "OPTION": "Так игру не настроить.",
        "SETUP": "Из этих карт сдачи не выйдет.",
        "SERIES": "Так матч продолжить нельзя.",
        "RECORD": "Запись повреждена.",
    },
}
_PHASES = {
    "en": {
        "attack": "lead",
        "beat": "beat",
        "throw": "throw in",
        "take": "take",
        "pass": "pass",
        "transfer": "pass the attack on",
        "transfer_show": "show a trump",
        "play": "lay a card",
        "draw": "draw a card",
        "declare": "name a suit",
        "lay": "lay the top card",
        "swap": "swap the six of trumps",
    },
    "ru": {
        "attack": "ходить",
        "beat": "бить",
        "throw": "подкидывать",
        "take": "взять",
        "pass": "пасовать",
        "transfer": "переводить",
        "transfer_show": "показать козырь",
        "play": "положить карту",
        "draw": "взять карту",
        "declare": "заказать масть",
        "lay": "открыть верхнюю карту",
        "swap": "обменять козырную шестёрку",
    },
}
_MORE = {
    "en": {
        "or_trump": " or a trump",
        "follow": "it takes {suit}{or_rank}",
        "follow_drawn": "after drawing only the drawn card may be laid",
        "or_rank": " or the rank of {top}",
        "swap_off": "the six of trumps is not swapped in this game",
        "swap_empty": "the stock is empty",
        "show_no_trump": "only a trump may be shown",
        "lead": "you lead: any card of yours, or several of one rank",
        "lead_one": "you lead: any card of yours",
        "higher": "it is higher in the suit of {target}",
        "trump": "it is a trump, {target} is not",
        "throw": "its rank lies on the table",
        "transfer": "it has the rank of the attack, which the next player must then beat",
        "show": "shown and kept, it passes the attack on",
        "take": "always allowed: the table goes to your hand",
        "pass": "nobody has to throw in",
        "pass_british": "there is nothing to draw, or you need not lay the card",
        "top_suit": "it has the suit asked for, {suit}",
        "top_rank": "it has the rank of {top}",
        "first": "no card lies yet, any will do",
        "six": "a six hands the drawing on",
        "draw": "you lay nothing and draw",
        "declare": "what the next player must follow",
        "armenian_lead": "you lead: any card of your hand or open row",
        "armenian_follow": "it follows the suit led, {suit}",
        "armenian_free": "you have no {suit}, so any card will do",
        "swap": "you hold the six of trumps and get {turnup} for it",
        "lay": "the only thing there is to do",
    },
    "ru": {
        "or_trump": " или козырь",
        "follow": "нужна масть {suit}{or_rank}",
        "follow_drawn": "взяв карту, положить можно только её",
        "or_rank": " или достоинство карты {top}",
        "swap_off": "козырную шестёрку в этой игре не меняют",
        "swap_empty": "колода пуста",
        "show_no_trump": "показывают только козырь",
        "lead": "ваш ход: любая ваша карта или несколько одного достоинства",
        "lead_one": "ваш ход: любая ваша карта",
        "higher": "старше в масти карты {target}",
        "trump": "это козырь, а {target} — нет",
        "throw": "карта того же достоинства лежит на столе",
        "transfer": "то же достоинство, что у атаки; отбиваться будет следующий",
        "show": "показав и оставив карту у себя, вы переводите атаку",
        "take": "можно всегда: все карты со стола — вам",
        "pass": "подкидывать никто не обязан",
        "pass_british": "взять нечего или карту можно не класть",
        "top_suit": "масть та, что нужна: {suit}",
        "top_rank": "достоинство то же, что у карты {top}",
        "first": "карт ещё нет, годится любая",
        "six": "шестёрка передаёт штраф дальше",
        "draw": "вы не кладёте карту, а берёте",
        "declare": "этой масти должен держаться следующий",
        "armenian_lead": "ваш ход: любая карта с руки или из открытого ряда",
        "armenian_follow": "в масть хода: {suit}",
        "armenian_free": "масти {suit} у вас нет, годится любая",
        "swap": "у вас козырная шестёрка, за неё вы получите {turnup}",
        "lay": "больше делать нечего",
    },
}


def refusal(look: Look, state: State, move: Move, error: GameError) -> str:
    """Why *move* may not be played, in words; *error* is what the rules said."""
    return REASONS[look.lang][error.code].format(**_facts(look, state, move))


def _facts(look: Look, state: State, move: Move) -> dict[str, str]:
    """What the reasons speak of, as texts."""
    data = state.view(look.me).to_json()
    named = [look.card(one) for one in move.cards]
    laid = move.cards[1:] if move.verb == "beat" else move.cards
    missing = [one for one in laid if NAMES[one] not in data.get("hand", ())]
    if move.verb == "swap":
        missing = [card("6" + data["trump"])] if look.family == "durak" else []
    phases = [
        _PHASES[look.lang][verb]
        for verb, with_ in state.menu().items()
        if with_ and verb in _PHASES["en"]
    ]
    facts = {
        "phase": ", ".join(phases),
        "laid": " ".join(look.card(one) for one in missing or laid),
        "target": named[0] if named else "",
        "target_suit": _suit(look, move.cards[0]) if named else "",
        "room": str(data.get("room", "")),
        "detail": "",
        "or_trump": "",
        "follow": "",
        "led_suit": _suit(look, card(data["trick"][0][1])) if data.get("trick") else "",
    }
    more = _MORE[look.lang]
    if move.verb == "swap":
        off = look.game.options.get("trump_six_swap") != "on"
        facts["detail"] = more["swap_off" if off else "swap_empty"]
    elif move.verb == "transfer_show":
        facts["detail"] = more["show_no_trump"]
    if move.verb == "beat" and SUITS[SUIT_OF[move.cards[0]]] != data.get("trump"):
        facts["or_trump"] = more["or_trump"]
    if look.family == "british" and move.verb == "play":
        facts["follow"] = _what_follows(look, data)
    return facts


def _what_follows(look: Look, data: Mapping[str, Any]) -> str:
    more = _MORE[look.lang]
    if data["drawn"]:
        return more["follow_drawn"]
    if not data["required"]:
        return ""
    suit = f"{SUIT_SIGNS[data['required']]} {SUIT_NAMES[look.lang][data['required']]}"
    or_rank = more["or_rank"].format(top=look.card(data["top"])) if data["top"] else ""
    return more["follow"].format(suit=suit, or_rank=or_rank)


def _suit(look: Look, one: int) -> str:
    return SUIT_NAMES[look.lang][SUITS[SUIT_OF[one]]]


def why(look: Look, state: State, move: Move) -> str:
    """Why a legal move is possible: one clause."""
    data = state.view(look.me).to_json()
    key, facts = _ground(look, data, move)
    return _MORE[look.lang][key].format(**facts)


def _ground(look: Look, data: Mapping[str, Any], move: Move) -> tuple[str, dict[str, str]]:
    verb = move.verb
    if verb == "attack":
        return ("lead" if look.game.options.get("multi_lead") else "lead_one"), {}
    if verb == "beat":
        target, laid = move.cards
        same = SUIT_OF[target] == SUIT_OF[laid]
        return ("higher" if same else "trump"), {"target": look.card(target)}
    if verb == "play":
        return _ground_to_play(look, data, move.cards[0])
    if verb == "pass":
        return ("pass_british" if look.family == "british" else "pass"), {}
    if verb == "swap":
        return "swap", {"turnup": look.card(data["turnup"])}
    return {"transfer_show": "show"}.get(verb, verb), {}


def _ground_to_play(look: Look, data: Mapping[str, Any], one: int) -> tuple[str, dict[str, str]]:
    if look.family == "armenian":
        if not data["trick"]:
            return "armenian_lead", {}
        led = card(data["trick"][0][1])
        follows = SUIT_OF[led] == SUIT_OF[one]
        return f"armenian_{'follow' if follows else 'free'}", {"suit": _suit(look, led)}
    if not data["top"]:
        return "first", {}
    if data["pending"]:
        return "six", {}
    if SUITS[SUIT_OF[one]] == data["required"]:
        return "top_suit", {"suit": SUIT_NAMES[look.lang][data["required"]]}
    assert RANK_OF[one] == RANK_OF[card(data["top"])]
    return "top_rank", {"top": look.card(data["top"])}


def not_playable(look: Look, state: State) -> str:
    """The cards of one's own that can be laid in no way now; empty if all can."""
    data = state.view(look.me).to_json()
    usable = {one for move in state.legal_moves for one in move.cards}
    own = list(data.get("hand", ()))
    if look.family == "armenian":
        own += [one for one in data["open"][look.me] if one]
    idle = [one for one in own if card(one) not in usable]
    return look.cards(idle, data.get("trump"))
