"""The benchmark of the runner still runs; what it measures is nobody's business here."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.sandbox
def test_the_benchmark_tells_its_figures() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "runner.py"), "--quick", "--json"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    if done.returncode == 2:
        pytest.skip(done.stderr)
    found = json.loads(done.stdout)
    assert {"deals a CPU second", "round trip / blocking", "kit, ms more"} <= set(found)
    assert all(value > 0 for name, value in found.items() if "more" not in name)
