"""The benchmark of the standings still runs; what it measures is nobody's business here."""

import json

import pytest

from benchmarks.standings import main


def test_the_benchmark_tells_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--entries", "30", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["entries"] == 30
    assert {name.partition(",")[0] for name in found["seconds"]} == {"swiss", "tables"}
    assert all(taken > 0 for taken in found["seconds"].values())
