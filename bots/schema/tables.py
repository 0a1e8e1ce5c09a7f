"""The views and menus of every game as tables of Markdown, made from the schema for the page."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.catalogue import find_game

_NAMES = {
    "allowed": "`true`",
    "count": "number",
    "some_cards": "cards",
    "count_of_each": "number per seat",
    "number_of_each": "number per seat",
    "cards_of_each": "cards per seat",
}
_TYPES = {"string": "text", "integer": "number", "boolean": "true or false", "null": "null"}
# A game of which only what is different is shown, and the game it is different from.
_LIKE = {"passing": "podkidnoy"}


def tables(schema: Mapping[str, Any]) -> str:
    """A section for each game in which bots are asked: the tables of its view and its menus."""
    defs = schema["$defs"]
    keys = defs["hello"]["properties"]["game"]["enum"]
    return "\n".join(line for key in keys for line in _section(defs, key))


def _section(defs: Mapping[str, Any], key: str) -> Iterator[str]:
    name = find_game(key).NAMES["en"]
    view = dict(defs[f"view_{key}"]["properties"])
    menus = defs[f"menu_{key}"].get("anyOf", [defs[f"menu_{key}"]])
    like = _LIKE.get(key, "")
    yield f"### {name} (`{key}`)\n"
    if like:
        other = defs[f"view_{like}"]["properties"]
        view = {field: said for field, said in view.items() if said != other.get(field)}
        menus = [menu for menu in menus if menu not in defs[f"menu_{like}"]["anyOf"]]
        yield f"As in {find_game(like).NAMES['en']}, and besides:\n"
    yield from _table("of the view", view)
    for menu in menus:
        yield f"{menu['description']}\n"
        yield from _table("of the menu", menu["properties"], menu["required"])


def _table(title: str, fields: Mapping[str, Any], always: Any = None) -> Iterator[str]:
    yield f"| {title} | kind | meaning |"
    yield "|---|---|---|"
    for name, said in fields.items():
        kind = words(said) if always is None or name in always else f"{words(said)}, if at all"
        yield f"| `{name}` | {kind} | {said.get('description', '')} |"
    yield ""


def words(said: Mapping[str, Any]) -> str:
    """What values a part of the schema allows, in a few words."""
    if "$ref" in said:
        name = str(said["$ref"]).rpartition("/")[2]
        return _NAMES.get(name, name)
    if "anyOf" in said:
        return " or ".join(words(part) for part in said["anyOf"])
    if "enum" in said:
        return ", ".join(f"`{value}`" if value else "empty" for value in said["enum"])
    if said.get("type") == "array":
        if "prefixItems" in said:
            return f"[{', '.join(words(part) for part in said['prefixItems'])}]"
        return f"list of {words(said['items'])}"
    if said.get("type") == "object":
        if "propertyNames" in said:
            return f"{words(said['propertyNames'])} to {words(said['additionalProperties'])}"
        return f"object with {', '.join(f'`{name}`' for name in said['properties'])}"
    return _TYPES[said["type"]]
