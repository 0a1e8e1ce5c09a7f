"""A bot without the kit: lines of JSON in, lines of JSON out. It plays every game, badly."""

import json
import sys


def choose(menu):
    """The first move of a menu; each kind of menu has its own key."""
    if "beat" in menu:
        attack, cards = next(iter(menu["beat"].items()))
        return {"beat": {attack: cards[0]}} if all(menu["beat"].values()) else {"take": True}
    verb, value = next(iter(menu.items()))
    if verb == "attack":
        return {"attack": value[0]}
    if verb == "throw":
        return {"throw": value[:1]}
    if verb in ("play", "declare"):
        return {verb: value[0]}
    return {verb: True}


def say(message):
    # Flushed at once: the runner waits for the line, not for a full buffer.
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "ready", "protocol": 1, "name": "plain"})
    elif message["type"] == "ask":
        print("I may play", message["menu"], file=sys.stderr)  # the log
        say({"type": "move", "id": message["id"], "move": choose(message["menu"])})
    elif message["type"] == "bye":
        break
