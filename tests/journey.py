"""
A visitor's journey through the API of a running league, with everything it promises checked.

    python3 tests/journey.py http://127.0.0.1:8000

It signs up, uploads the README's bot, waits until that has been rated, runs a round robin of
seven and a knockout of six bots to their ends, and checks what came of them. The standard
library is enough to run it.
"""

import argparse
import json
import re
import secrets
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from games.records import loads, verify_match  # noqa: E402

LADDER = "podkidnoy-ladder"
RULESET = "podkidnoy-for-two-10-deals"
RATED_MATCHES = 5
ROUND_ROBIN, KNOCKOUT = 7, 6


class Api:
    """The API at *address*, with the token of whoever has signed up."""

    def __init__(self, address: str) -> None:
        self.base = address.rstrip("/") + "/api/v1/"
        self.token = ""

    def get(self, path: str) -> Any:
        return self._ask("GET", path)

    def post(self, path: str, value: Any = None) -> Any:
        body = json.dumps(value or {}).encode()
        return self._ask("POST", path, body, "application/json")

    def upload(self, path: str, name: str, content: bytes) -> Any:
        """POST a form with one file."""
        mark = secrets.token_hex(12)
        head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
        body = head.encode() + b"Content-Type: text/x-python\r\n\r\n" + content
        body += f"\r\n--{mark}--\r\n".encode()
        return self._ask("POST", path, body, f"multipart/form-data; boundary={mark}")

    def text(self, path: str) -> str:
        body: bytes = self._send("GET", path, None, "")
        return body.decode()

    def _ask(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> Any:
        return json.loads(self._send(method, path, body, kind) or b"null")

    def _send(self, method: str, path: str, body: bytes | None, kind: str) -> bytes:
        request = urllib.request.Request(self.base + path, data=body, method=method)
        if kind:
            request.add_header("Content-Type", kind)
        if self.token:
            request.add_header("Authorization", f"Token {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                content: bytes = answer.read()
                return content
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{method} {path}: {error.code} {error.read().decode()}") from error


def say(text: str) -> None:
    print(f"journey: {text}", flush=True)


def check(truth: object, what: str) -> None:
    """
    Raises:
        SystemExit: If *truth* is not so; *what* says what should have been.
    """
    if not truth:
        raise SystemExit(f"journey: NOT TRUE: {what}")
    say(f"true: {what}")


def wait_for(what: str, ask: Callable[[], Any], seconds: float) -> Any:
    """What *ask* answers once it is something; SystemExit after *seconds*."""
    end = time.monotonic() + seconds
    while not (answer := ask()):
        if time.monotonic() > end:
            raise SystemExit(f"journey: waited {seconds:.0f} s in vain for: {what}")
        time.sleep(0.5)
    return answer


def readme_bot() -> bytes:
    """The bot that the README shows: its first Python example."""
    found = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert found is not None, "the README shows no bot"
    return found[1].encode()


def sign_up(api: Api) -> str:
    name = f"visitor-{secrets.token_hex(4)}"
    api.token = api.post("accounts/", {"username": name, "password": secrets.token_urlsafe(16)})[
        "token"
    ]
    check(api.get("me/")["username"] == name, f"{name} has signed up and is known by the token")
    return name


def submit_bot(api: Api, owner: str) -> str:
    slug: str = api.post("bots/", {"name": f"Bot of {owner}"})["slug"]
    sent = api.upload(f"bots/{slug}/submissions/", "bot.py", readme_bot())
    path = f"bots/{slug}/submissions/{sent['id']}/"
    decided = wait_for(
        "the verdict on the upload",
        lambda: (s := api.get(path))["status"] in {"accepted", "refused"} and s,
        60,
    )
    check(decided["status"] == "accepted", f"the README's bot was accepted {decided['reason']}")
    check(len(decided["checks"]) == 2, "it was checked in two matches")
    return slug


def wait_until_rated(api: Api, slug: str) -> None:
    def row() -> Any:
        lines = api.get(f"ladders/{LADDER}/standings/?page_size=200")["results"]
        mine = [line for line in lines if line["player"]["bot"] == slug]
        return mine and mine[0]["matches"] >= RATED_MATCHES and mine[0]

    line = wait_for(f"{RATED_MATCHES} rated matches", row, 300)
    check(
        line["rating"] is not None and line["interval"] > 0,
        f"it is rated {line['rating']:.0f} ± {line['interval']:.0f} "
        f"after {line['matches']} matches",
    )


def run_tournament(api: Api, club: str, stage: dict[str, Any], bots: list[str]) -> str:
    slug: str = api.post(
        "tournaments/",
        {"club": club, "name": f"Journey {stage['format']}", "ruleset": RULESET, "stages": [stage]},
    )["slug"]
    for bot in bots:
        api.post(f"tournaments/{slug}/entries/", {"bot": bot})
    api.post(f"tournaments/{slug}/start/")
    path = f"tournaments/{slug}/"
    wait_for(f"the end of {slug}", lambda: api.get(path)["status"] == "finished", 300)
    say(f"{slug} is finished")
    return slug


def matches_of(api: Api, slug: str) -> list[dict[str, Any]]:
    return [
        match
        for round in api.get(f"tournaments/{slug}/rounds/?page_size=200")["results"]
        for match in round["matches"]
    ]


def check_one_result_each(api: Api, matches: list[dict[str, Any]]) -> None:
    wrong = [m["id"] for m in matches if len(api.get(f"matches/{m['id']}/")["results"]) != 1]
    check(not wrong, f"each of {len(matches)} matches has exactly one result {wrong or ''}")


def check_round_robin(api: Api, slug: str) -> None:
    matches = matches_of(api, slug)
    met = sorted(sorted(seat["entry"] for seat in match["seats"]) for match in matches)
    entries = sorted({entry for pair in met for entry in pair})
    check(
        met == [list(pair) for pair in combinations(entries, 2)] and len(entries) == ROUND_ROBIN,
        f"every pair of the {len(entries)} met exactly once",
    )
    check_one_result_each(api, matches)
    points = dict.fromkeys(entries, 0.0)
    for match in matches:
        for seat in match["seats"]:
            winner = match["result"]["winner"]
            points[seat["entry"]] += 1 if winner is None else 2 * (winner == seat["number"])
    grid = api.get(f"tournaments/{slug}/crosstable/")["results"]
    sums = {
        row["entry"]["id"]: sum(met["points"] for cell in row["cells"] for met in cell)
        for row in grid
    }
    check(sums == points, "the crosstable's sums agree with the results")
    standings = api.get(f"tournaments/{slug}/standings/")["results"]
    check(
        {line["entry"]["id"]: line["points"] for line in standings} == points,
        "so do the standings",
    )


def check_knockout(api: Api, slug: str) -> None:
    matches = matches_of(api, slug)
    check(len(matches) == KNOCKOUT - 1, f"a knockout of {KNOCKOUT} took {KNOCKOUT - 1} matches")
    check_one_result_each(api, matches)
    first = api.get(f"tournaments/{slug}/bracket/")["results"][0]["matches"]
    byes = sorted(
        (place["first"] or place["second"])["starting_rank"] for place in first if place["is_bye"]
    )
    check(byes == [1, 2], "the byes went to the top two of six")
    standings = api.get(f"tournaments/{slug}/standings/")["results"]
    check([line["rank"] for line in standings][:2] == [1, 2], "there is a winner and a runner-up")


def check_record(api: Api, slug: str) -> None:
    match = matches_of(api, slug)[0]
    records = loads(api.text(f"matches/{match['id']}/record/"))
    verify_match(records)
    check(
        all(record.secret for record in records),
        f"the record of {match['id']} verifies: {len(records)} deals, secret and commitment agree",
    )


def travel(address: str) -> None:
    """The whole journey at *address*."""
    began = time.monotonic()
    api = Api(address)
    owner = sign_up(api)
    own = submit_bot(api, owner)
    club = api.post("clubs/", {"name": f"Club of {owner}"})["slug"]
    house = [bot["slug"] for bot in api.get("bots/?page_size=200")["results"] if not bot["owner"]]
    bots = [own, *house]
    check(len(bots) >= ROUND_ROBIN, f"there are {len(house)} house bots to meet")
    robin = run_tournament(api, club, {"format": "round_robin"}, bots[:ROUND_ROBIN])
    check_round_robin(api, robin)
    cup = run_tournament(api, club, {"format": "knockout"}, bots[:KNOCKOUT])
    check_knockout(api, cup)
    check_record(api, cup)
    wait_until_rated(api, own)
    say(f"done in {time.monotonic() - began:.0f} s: all of it is true")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A visitor's journey through a running league.")
    parser.add_argument("address", help="such as http://127.0.0.1:8000")
    travel(parser.parse_args().address)
