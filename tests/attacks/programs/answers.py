"""Answers that are none, or not quite."""

import os

from attacker import Attacker

LONG = 15_000


def garbage(bot: Attacker) -> object:
    """Answer with random bytes."""
    bot.say(os.urandom(500).replace(b"\n", b""))


def empty_line(bot: Attacker) -> object:
    """Answer with an empty line."""
    bot.say(b"")


def not_an_object(bot: Attacker) -> object:
    """Answer with a number."""
    bot.say(b"42")


def two_values(bot: Attacker) -> object:
    """Answer with two objects on one line."""
    bot.say(bot.line() + bot.line())


def huge_integer(bot: Attacker) -> object:
    """Answer with an integer of 15,000 digits."""
    bot.say(b'{"type":"move","move":' + b"9" * LONG + b"}")


def many_digits(bot: Attacker) -> object:
    """Answer with 15,000 digits after the point, and an exponent."""
    bot.say(b'{"type":"move","move":0.' + b"1" * LONG + b"e5}")


def deep_lists(bot: Attacker) -> object:
    """Answer with 15,000 lists in each other."""
    bot.say(b"[" * LONG)


def deep_objects(bot: Attacker) -> object:
    """Answer with 3,000 objects in each other."""
    bot.say(b'{"a":' * (LONG // 5))


def just_too_deep(bot: Attacker) -> object:
    """Answer with a move nine levels deep."""
    bot.say(bot.line(move={"attack": [[[[[[[["7S"]]]]]]]]}))


def many_keys(bot: Attacker) -> object:
    """Answer with 1,900 keys."""
    bot.say(b"{" + b",".join(b'"%d":0' % number for number in range(1_900)) + b"}")


def not_a_number(bot: Attacker) -> object:
    """Answer with NaN."""
    bot.say(b'{"type":"move","move":NaN}')


def infinite(bot: Attacker) -> object:
    """Answer with 1e999, which becomes infinite."""
    bot.say(b'{"type":"move","move":1e999}')


def minus_infinity(bot: Attacker) -> object:
    """Answer with -Infinity."""
    bot.say(b'{"type":"move","move":-Infinity}')


def key_twice(bot: Attacker) -> object:
    """Answer with a key that is there twice."""
    bot.say(bot.line()[:-1] + b',"move":"take"}')


def nul(bot: Attacker) -> object:
    """Answer with a NUL character in a text, which databases refuse."""
    bot.say(bot.line(note="a\0b"))


def half_a_character(bot: Attacker) -> object:
    """Answer with a lone surrogate, which cannot be written out again."""
    bot.say(bot.line(note="\ud800"))


def not_utf8(bot: Attacker) -> object:
    """Answer with bytes that are no UTF-8."""
    bot.say(bot.line()[:-1] + b',"note":"\xff\xfe"}')


def overlong_utf8(bot: Attacker) -> object:
    """Answer with a slash written in two bytes, which careless readers take."""
    bot.say(bot.line()[:-1] + b',"note":"\xc0\xaf"}')


def byte_order_mark(bot: Attacker) -> object:
    """Answer with a byte order mark before the object."""
    bot.say(b"\xef\xbb\xbf" + bot.line())


def line_separator(bot: Attacker) -> object:
    """Answer well with U+2028 in the note, at which careless readers break a line."""
    bot.answer(bot.line()[:-1] + ',"note":"a\u2028b\x85c"}\n'.encode())


def carriage_return(bot: Attacker) -> object:
    """Answer well with the line end of another system."""
    bot.answer(bot.line() + b"\r\n")


def escapes_in_the_note(bot: Attacker) -> object:
    """Answer well with a note that would clear a terminal, turn text round, and script a page."""
    bot.answer(bot.line(note="\x1b[2J\u202e</script><script>alert(1)</script>{{7*7}}") + b"\n")


def long_note(bot: Attacker) -> object:
    """Answer with a note of one byte more than is allowed."""
    bot.say(bot.line(note="x" * 257))


def long_note_in_few_characters(bot: Attacker) -> object:
    """Answer with a note of 100 characters that are 400 bytes."""
    bot.say(bot.line(note="\U0001f0a1" * 100))


def escapes_in_the_name(bot: Attacker) -> object:
    """Give itself a name that would clear a terminal, turn text round, and script a page."""
    bot.name = "\x1b[2J\u202e</title><script>alert(1)</script>"
    return bot.name


def long_name(bot: Attacker) -> object:
    """Give itself a name of one byte more than is allowed."""
    bot.name = "x" * 81
    return bot.name


def another_version(bot: Attacker) -> object:
    """Say that it speaks another version of the protocol."""
    bot.say(b'{"type":"ready","protocol":2}')


def ready_with_more(bot: Attacker) -> object:
    """Be ready with a key that the protocol does not have."""
    bot.say(b'{"type":"ready","protocol":1,"rating":3000}')


def another_number(bot: Attacker) -> object:
    """Answer another question than the one asked."""
    bot.say(bot.line(id=987_654))


def number_of_another_kind(bot: Attacker) -> object:
    """Answer with the right number as a float, which Python calls equal."""
    bot.say(bot.line(id=float(bot.asked["id"])))


def speak_as_the_runner(bot: Attacker) -> object:
    """Report the result of the match itself."""
    bot.say(b'{"type":"finished","report":{"winner":0}}')


def speak_as_the_launcher(bot: Attacker) -> object:
    """Say once more that it has been started."""
    bot.say(b"launched")


def launched_twice(bot: Attacker) -> object:
    """Say once more, before it is ready, that it has been started."""
    bot.say(b"launched")


def ace_of_trumps(bot: Attacker) -> object:
    """Play a card that it does not hold, and insist."""
    bot.plays = next(f"attack {card}" for card in ("AS", "AC") if card not in bot.view.hand)
    return bot.plays


def same_card_twice(bot: Attacker) -> object:
    """Play one card twice in one move, and insist."""
    bot.plays = {"attack": [bot.view.hand[0]] * 2}
    return bot.plays


def thousand_cards(bot: Attacker) -> object:
    """Play a thousand cards, and insist."""
    bot.plays = {"attack": [bot.view.hand[0]] * 1_000}
    return len(bot.plays["attack"])


def look_alikes(bot: Attacker) -> object:
    """Write its move in digits and letters that only look like those of cards."""
    bot.say(bot.line(move="attack \uff17S"))


def several_moves(bot: Attacker) -> object:
    """Answer with a move that is two."""
    bot.say(bot.line(move={"take": True, "pass": True}))
