"""Flows: within the bounds, nothing lost, and refused where there is none."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.scheduling.flows import Edge, circulation


def surplus(edges: list[Edge], flow: list[int]) -> dict[object, int]:
    at: Counter[object] = Counter()
    for edge, units in zip(edges, flow, strict=True):
        at[edge.head] += units
        at[edge.tail] -= units
    return {node: units for node, units in at.items() if units}


def test_a_way_taken_may_have_to_be_given_back() -> None:
    """The short way through x takes what y needs; only b can do without it."""
    edges = [
        Edge("in", "a", 1, 1), Edge("in", "b", 1, 1), Edge("a", "x", 0, 1), Edge("a", "y", 0, 1),
        Edge("b", "x", 0, 1), Edge("x", "out", 0, 1), Edge("y", "out", 0, 1),
        Edge("out", "in", 2, 2),
    ]  # fmt: skip
    assert circulation(edges) == [1, 1, 0, 1, 1, 1, 1, 2]


def test_bounds_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="no flow"):
        circulation([Edge("in", "out", 2, 3), Edge("out", "in", 0, 1)])


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 3), st.integers(0, 3)),
        min_size=1,
        max_size=15,
    )
)
def test_where_there_is_a_flow_it_is_found(
    drawn: list[tuple[int, int, int, int]],
) -> None:
    """Around each drawn edge and back goes a flow; the bounds leave room on both sides of it."""
    edges = []
    for tail, head, units, room in drawn:
        edges.append(Edge(tail, head, max(0, units - room), units))
        edges.append(Edge(head, tail, units, units + room))
    flow = circulation(edges)
    assert surplus(edges, flow) == {}
    assert all(edge.least <= units <= edge.most for edge, units in zip(edges, flow, strict=True))
