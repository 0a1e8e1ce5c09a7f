"""The pure packages stay pure: importing one loads no Django."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOREIGN = {"django", "rest_framework", "celery", "kombu"}


def modules(*folders: str) -> list[str]:
    """Every module below *folders*, by its dotted name."""
    found = []
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.name not in {"__main__.py", "launch.py"}:
                parts = path.relative_to(ROOT).with_suffix("").parts
                found.append(".".join(parts).removesuffix(".__init__"))
    return found


def loaded_by(module: str) -> set[str]:
    """The top-level packages that importing *module* in a new interpreter loads."""
    code = (
        f"import sys; import {module}; print(*sorted({{m.partition('.')[0] for m in sys.modules}}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "module",
    [
        "games.records", "games.rendering", "games.scenarios", "games.bench",
        "bots.kit", "bots.runner.match", "bots.service.server", "bots.client", "bots.reference",
        "league.scheduling.round_robin", "league.scheduling.knockout",
        "league.standings.ranking", "league.standings.grid", "league.ratings.fit",
    ],
)  # fmt: skip
def test_a_pure_module_is_imported_without_django(module: str) -> None:
    assert loaded_by(module).isdisjoint(FOREIGN)


def test_the_list_above_misses_no_pure_module() -> None:
    """All of them in one process: a module added later is covered without a line here."""
    pure = modules("games", "bots", "league/scheduling", "league/standings", "league/ratings")
    assert loaded_by(", ".join(pure)).isdisjoint(FOREIGN)


def test_the_rules_are_made_of_the_standard_library_alone() -> None:
    ours = {"games", "__main__"}
    assert loaded_by(", ".join(modules("games"))) - ours <= set(sys.stdlib_module_names) | {
        "_distutils_hack", "sitecustomize", "usercustomize", "google", "mpl_toolkits",
    }  # fmt: skip


def test_league_itself_is_empty() -> None:
    assert (ROOT / "league" / "__init__.py").read_text() == ""
