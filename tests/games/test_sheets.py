"""The rule sheets say what the engine does, in both languages, with a source for every rule."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games import sheets
from games.__main__ import main
from games.catalogue import GAMES, find_game
from games.errors import IllegalMove, SetupError
from games.game import State
from games.options import LANGUAGES
from games.plain import plain
from games.scenarios import position, snapshot

ROOT = Path(__file__).parents[2]
KEYS = [game.key for game in GAMES]
PAGES = ["README.md", *(f"{key}{ending}.md" for key in KEYS for ending in ("", ".ru"))]
EACH_SHEET = pytest.mark.parametrize(
    ("key", "lang"), [(key, lang) for key in KEYS for lang in LANGUAGES]
)

# What the notes of the examples claim, worked out by hand: by game, after so many moves.
CLAIMS: dict[str, dict[int, dict[str, Any]]] = {
    "podkidnoy": {
        0: {"stock_count": 7, "trump": "H", "cap": 6},
        3: {"to_act": 0, "legal": {"throw": ["TC"], "max": 4, "pass": True}},
        10: {
            "discard_count": 8,
            "stock_count": 0,
            "leader": 1,
            "defender": 2,
            "last_bout": {
                "taken": False,
                "defender": 1,
                "refill": [[0, ["8S", "JC", "QD"]], [2, ["AC"]], [1, ["7C", "AS", "9H"]]],
            },
        },
        16: {
            "leader": 0,
            "discard_count": 8,
            "last_bout": {"taken": True, "defender": 2, "refill": []},
        },
    },
    "passing": {
        0: {"stock_count": 5, "trump": "H"},
        1: {
            "to_act": 1,
            "legal": {"beat": {"8S": ["7H"]}, "take": True, "transfer": ["8D"]},
        },
        2: {"to_act": 2, "leader": 1, "defender": 2, "table": [["8S", None], ["8D", None]]},
        4: {"to_act": 1, "legal": {"throw": ["9C"], "max": 4, "pass": True}},
        8: {"legal": {"beat": {"TC": ["AC"]}, "take": True, "transfer": []}},
        11: {
            "leader": 0,
            "last_bout": {
                "taken": True,
                "defender": 2,
                "refill": [[0, ["7S", "7D"]], [1, ["9D", "QS"]]],
            },
        },
    },
    "drunkard": {
        0: {"stack_counts": [5, 5, 5], "leader": 0},
        3: {"to_act": 1},
        4: {
            "leader": 1,
            "stacks": [
                ["AC", "JD", "6D", "7H"],
                ["AD", "8S", "TC", "9S", "9D", "7C", "QS"],
                ["TH", "JC", "KS", "5S"],
            ],
        },
        7: {
            "leader": 2,
            "last": {
                "winner": 1,
                "played": [[1, "AD"], [2, "TH"], [0, "AC"]],
                "disputes": 0,
            },
        },
        10: {"to_act": 0},
        11: {
            "stack_counts": [1, 8, 6],
            "last": {
                "winner": 2,
                "played": [[2, "JC"], [0, "JD"], [1, "8S"], [0, "6D"]],
                "disputes": 1,
            },
        },
    },
    "british": {
        0: {"top": "TC", "legal": {"play": ["8C"]}},
        3: {"to_act": 1, "last_penalty": {"seat": 0, "drew": ["7H", "KC"]}},
        4: {"to_act": 2, "legal": {"draw": True}},
        5: {"to_act": 2, "drawn": "7D", "legal": {"play": ["7D"]}},
        6: {"to_act": 0, "legal": {"play": ["7H", "AD"]}},
        7: {"to_act": 0, "legal": {"draw": True}},
        8: {"to_act": 0, "drawn": "QD", "legal": {"play": ["QD"]}},
        9: {"to_act": 0, "legal": {"declare": ["S", "C", "D", "H"]}},
        10: {"to_act": 1, "required_suit": "H", "legal": {"play": ["QS", "KH"]}},
        11: {"required_suit": "S", "declared": None},
        12: {"hand_counts": [3, 1, 1]},
    },
    "armenian": {
        0: {"tricks": [5, 5], "to_act": 0},
        1: {"legal": {"play": ["7D", "KD"]}},
        2: {
            "tricks": [5, 6],
            "open": [["9S", None, "8H", None, "6C", None], [None, "8S", None, "9C", None, "TS"]],
        },
        3: {"legal": {"play": ["7S", "9S"]}},
        4: {
            "tricks": [6, 6],
            "open": [["QH", None, "8H", None, "6C", None], [None, None, None, "9C", None, "TS"]],
        },
        5: {"legal": {"play": ["AH"]}},
        7: {"legal": {"play": ["6C"]}},
        8: {
            "tricks": [6, 8],
            "open": [[None, None, "8H", None, "TC", None], [None, None, None, "9C", None, "TS"]],
        },
    },
}
# Numbers that the sentences name, and the option whose default they are.
TOLD_NUMBERS = [
    ("podkidnoy", "max_bouts", 1000, {"en": "a thousand bouts", "ru": "тысячи заходов"}),
    ("podkidnoy", "first_bout_max", 6, {"en": "six attack cards", "ru": "не больше шести карт"}),
    ("podkidnoy", "epaulettes_weight", 0, {"en": "costs nothing more", "ru": "не стоят"}),
    ("drunkard", "max_tricks", 5000, {"en": "After 5000 tricks", "ru": "После 5000 взяток"}),
    ("british", "max_turns", 5000, {"en": "after 5000 turns", "ru": "после 5000 ходов"}),
    ("armenian", "target", 21, {"en": "mostly 21", "ru": "чаще всего до 21"}),
    ("armenian", "draw_bonus", 0, {"en": "score nothing", "ru": "не пишут никому"}),
]


def example(key: str, moves: int) -> State:
    """The worked example of a sheet after so many moves."""
    line = sheets.examples()[key]["example"]
    state = position(line)
    for move in line["moves"][:moves]:
        state.play(move)
    return state


def parts(text: str) -> list[tuple[str, str]]:
    """The headings of a sheet, each with what stands under it."""
    found = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return list(zip(found[1::2], found[2::2], strict=True))


def rules(text: str) -> list[list[str]]:
    """The numbered sentences of each part of a sheet."""
    return [re.findall(r"^\d+\. .+$", part, flags=re.MULTILINE) for _, part in parts(text)]


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return sheets.pages()


def listed(pages: dict[str, str], lang: str) -> list[str]:
    """The tags of the list of sources on the index page, in order."""
    tags = re.findall(r"^- \*\*\[(.+?)\]\*\*", pages["README.md"], flags=re.MULTILINE)
    half = len(tags) // 2
    return {"en": tags[:half], "ru": tags[half:]}[lang]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_docs_is_what_the_texts_and_the_code_make(
    name: str, pages: dict[str, str]
) -> None:
    path = sheets.DOCS / name
    there = path.read_text(encoding="utf-8") if path.exists() else ""
    assert there == pages[name], f"docs/rules/{name} is out of date: run `{sheets.REWRITE}`"


def test_docs_hold_a_sheet_of_every_game_and_no_other(pages: dict[str, str]) -> None:
    assert sorted(path.name for path in sheets.DOCS.iterdir()) == sorted(PAGES) == sorted(pages)


@pytest.mark.parametrize(
    ("key", "moves", "claim"),
    [(key, moves, claim) for key, known in CLAIMS.items() for moves, claim in known.items()],
)
def test_an_example_goes_as_its_notes_say(key: str, moves: int, claim: dict[str, Any]) -> None:
    told = snapshot(example(key, moves))
    assert {name: told[name] for name in claim} == claim


def test_every_example_is_followed_to_its_last_move() -> None:
    for key in KEYS:
        assert max(CLAIMS[key]) == len(sheets.examples()[key]["example"]["moves"])


def test_after_the_first_beaten_card_even_an_eight_passes_nothing_on() -> None:
    line = sheets.examples()["passing"]["example"]
    hands = [*line["setup"]["hands"][:2], ["8C", *line["setup"]["hands"][2][:5]]]
    state = position({**line, "setup": {**line["setup"], "hands": hands}})
    for move in line["moves"][:2]:
        state.play(move)
    assert "transfer 8C" in map(str, state.legal_moves)
    state.play("beat 8S 9S")
    with pytest.raises(IllegalMove) as refused:
        state.play("transfer 8C")
    assert refused.value.code == "ALREADY_BEATING"


@pytest.mark.parametrize("key", KEYS)
def test_the_ending_of_a_sheet_is_a_whole_deals(key: str) -> None:
    line = sheets.examples()[key]["ending"]
    state = position(line)
    for move in line["moves"]:
        assert state.outcome is None
        state.play(move)
    assert state.outcome is not None


@pytest.mark.parametrize(("key", "option", "default", "told"), TOLD_NUMBERS)
def test_a_number_in_a_sentence_is_the_default_of_the_option(
    key: str, option: str, default: int, told: dict[str, str]
) -> None:
    assert find_game(key)().options[option] == default
    for lang in LANGUAGES:
        assert told[lang] in sheets.sheet(key, lang)


@EACH_SHEET
def test_every_option_is_among_the_customs_that_differ(key: str, lang: str) -> None:
    heading = {"en": "Where customs differ", "ru": "Где обычаи расходятся"}[lang]
    sources = {key, "podkidnoy"} if key == "passing" else {key}
    told = {
        name
        for one in sources
        for name in re.findall(r"`(\w+)`", dict(parts(sheets.sheet(one, lang)))[heading])
    }
    known = {option.name for option in find_game(key).OPTIONS}
    assert told == known, f"games/rules_text/{key}.md and .ru.md need a row for each option"


@EACH_SHEET
def test_every_rule_names_its_source(key: str, lang: str) -> None:
    example = {"en": "played through", "ru": "с разбором"}[lang]
    text = "".join(
        part for heading, part in parts(sheets.sheet(key, lang)) if not heading.endswith(example)
    )
    rules = re.findall(r"^\d+\. .+$", text, flags=re.MULTILINE)
    assert len(rules) > 10
    assert [rule for rule in rules if not sheets.tags_of(rule, lang)] == []


@EACH_SHEET
def test_every_tag_is_in_the_list_of_sources(key: str, lang: str) -> None:
    text = sheets.sheet(key, lang)
    tags = set(re.findall(r"\[([^\[\]]+)\](?!\()", text))
    assert sorted(tags) == sorted(sheets.tags_of(text, lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_source_is_cited_somewhere(lang: str, pages: dict[str, str]) -> None:
    cited = {tag for key in KEYS for tag in sheets.tags_of(sheets.sheet(key, lang), lang)}
    assert cited == set(listed(pages, lang))


@pytest.mark.parametrize("key", KEYS)
def test_both_languages_have_the_same_rules_from_the_same_sources(
    key: str, pages: dict[str, str]
) -> None:
    def outline(lang: str) -> list[list[list[int]]]:
        known = listed(pages, lang)
        return [
            [[known.index(tag) for tag in sheets.tags_of(rule, lang)] for rule in part]
            for part in rules(sheets.sheet(key, lang))
        ]

    assert outline("en") == outline("ru")


# Tables from the code, as they were worked out by hand


@pytest.mark.parametrize(
    ("key", "lang", "line"),
    [
        ("podkidnoy", "en", "| 10♠ | J♠ Q♠ K♠ A♠, any ♥ |"),
        ("podkidnoy", "en", "| 10♥ | J♥ Q♥ K♥ A♥ |"),
        ("podkidnoy", "en", "| A♥ | nothing |"),
        ("passing", "ru", "| Т♠ | любая ♥ |"),
        ("british", "en", "| K, Q, J, 10 | 10 |"),
        ("british", "ru", "| Т | 11 |"),
        ("british", "ru", "| 6 | 6 |"),
        ("podkidnoy", "en", "| Clara | K♣ A♣ | 3 | -1 |"),
        ("passing", "ru", "| Борис | К♣ | 3 | -1 |"),
        ("drunkard", "en", "| Boris | 4 | 1 | 1 |"),
        ("british", "en", "| Anna | none | 1 | 36 |"),
        ("british", "ru", "| Борис | 9♠ Т♠ | 3 | -20 |"),
        ("armenian", "en", "| Anna | 10 | 1 | 2 |"),
    ],
)
def test_a_table_has_the_row(key: str, lang: str, line: str) -> None:
    assert line in sheets.sheet(key, lang).splitlines()


@pytest.mark.parametrize(
    ("key", "lang", "fact"),
    [
        ("podkidnoy", "en", "Players**: 2–6"),
        ("podkidnoy", "en", "two against two: 4; three against three: 6"),
        ("podkidnoy", "ru", "24 карты (не больше 4 игроков); 32 карты (не больше 5 игроков);"),
        ("drunkard", "ru", "Колода**: 36 карт (2 игрока); 52 карты (3–8 игроков)"),
        ("drunkard", "en", "6 7 8 9 10 J Q K A (36 cards); 2 3 4 5 6 7 8 9 10 J Q K A (52 cards)"),
        ("british", "en", "as many deals as players"),
        ("armenian", "ru", "до 21 очка, и впереди кто-то один"),
    ],
)
def test_a_sheet_begins_with_the_facts(key: str, lang: str, fact: str) -> None:
    assert (
        fact in dict(parts(sheets.sheet(key, lang)))[{"en": "At a glance", "ru": "Коротко"}[lang]]
    )


@EACH_SHEET
def test_every_value_of_every_option_is_listed_with_its_default(key: str, lang: str) -> None:
    part = dict(parts(sheets.sheet(key, lang)))[{"en": "Options", "ru": "Настройки"}[lang]]
    rows = {row.split("`")[1]: row for row in part.splitlines() if "`" in row}
    assert list(rows) == [option.name for option in find_game(key).OPTIONS]
    for option in find_game(key).OPTIONS:
        *_, listed_values, default, _ = rows[option.name].split(" |")
        for value in option.choices or (option.low, option.high):
            assert str(value).lower() in re.split(r"[ `;]+", listed_values.lower())
        assert f"`{str(option.default).lower()}`" in default.lower()
        assert option.label[lang] in rows[option.name]


def test_a_default_that_depends_on_the_table_says_so() -> None:
    assert "| `36`; `52` (3–8 players) |" in sheets.sheet("drunkard")


def test_a_section_of_another_sheet_is_taken_over_whole() -> None:
    throw_in, passing = dict(parts(sheets.sheet("podkidnoy"))), dict(parts(sheets.sheet("passing")))
    assert passing["Throwing in"].strip() == throw_in["Throwing in"].strip()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{{from british: The Moon}}", "no section 'The Moon'"),
        ("{{move}}", "12 moves told in en, 11 played"),
        ("{{horoscope}}", "no block of a sheet is called 'horoscope'"),
    ],
)
def test_a_text_that_cannot_be_filled_in_is_refused(
    text: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("british.md", "drunkard.md"):
        (tmp_path / name).write_text((sheets.TEXTS / name).read_text("utf-8"), "utf-8")
    with (tmp_path / "drunkard.md").open("a", encoding="utf-8") as sheet:
        sheet.write(f"\n{text}\n")
    sheets.examples()  # read before the folder is another
    sheets.tags_of("", "en")
    monkeypatch.setattr(sheets, "TEXTS", tmp_path)
    with pytest.raises(SetupError, match=complaint):
        sheets.sheet("drunkard")


def test_writing_tells_what_has_changed_and_nothing_the_second_time(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    assert sheets.write(folder) == PAGES
    assert sheets.write(folder) == []
    (folder / "british.md").write_text("whist", encoding="utf-8")
    assert sheets.write(folder) == ["british.md"]


# At the terminal


@EACH_SHEET
def test_a_sheet_is_printed_plain_and_no_wider_than_asked(
    key: str, lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "72")
    assert main(["rules", key, "--lang", lang]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(find_game(key).NAMES[lang] + "\n=")
    assert not re.search(r"\*\*|`|\]\(|^#|^\||<!--|\{\{", printed, flags=re.MULTILINE)
    too_wide = [line for line in printed.splitlines() if len(line) > 72]
    assert [line for line in too_wide if not line.startswith("    ")] == []


def test_without_a_game_the_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--lang", "ru"]) == 0
    printed = capsys.readouterr().out
    for game in GAMES:
        assert game.NAMES["ru"] in printed
        assert f"python3 -m games rules {game.key} --lang ru" in printed


def test_a_sheet_of_no_game_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "whist"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(("lang", "status"), [("en", 0), ("ru", 1)])
def test_a_terminal_without_the_letters_gets_plain_ones_or_one_clear_line(
    lang: str, status: int
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "games", "rules", "podkidnoy", "--lang", lang],
        cwd=ROOT,
        env={"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status
    assert ("Anna leads 7S 7D." in done.stdout) == (status == 0)
    assert done.stderr.count("\n") == status


def test_a_narrow_table_is_in_columns() -> None:
    text = "| Card | Points |\n| --- | --- |\n| A | 11 |\n| K, Q | 10 |"
    assert plain(text, 20) == "Card  Points\n----  ------\nA     11\nK, Q  10"


def test_a_wide_table_has_a_title_and_indented_lines_for_each_row() -> None:
    text = "| A | B |\n| --- | --- |\n| **one** (`x`) | two three four |\n| five | six |"
    assert plain(text, 12) == "one (x)\n  B: two\n    three\n    four\n\nfive\n  B: six"


def test_the_lines_of_an_item_begin_under_its_first_word() -> None:
    assert plain("1. one two three\n10. four", 9) == "1. one\n   two\n   three\n10. four"


def test_headings_are_underlined_and_marks_are_left_out() -> None:
    text = "# A *big* `day`\n\nSee [the\nguide](x.md) now.\n\n    kept   as it is"
    assert plain(text) == "A big day\n=========\n\nSee the guide now.\n\n    kept   as it is"
