"""The long form of the tests tries more of what is made up at random."""

import pytest

from tests.games import hostile


def pytest_configure(config: pytest.Config) -> None:
    """The short form is the one that leaves out the slow tests."""
    if "not slow" not in config.option.markexpr:
        hostile.times = 5
