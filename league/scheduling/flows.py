"""Flows: whole numbers on the edges of a network, within bounds, with nothing lost at a node."""

from collections import defaultdict, deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edge:
    """From *tail* to *head* flow at least *least* and at most *most* units."""

    tail: Hashable
    head: Hashable
    least: int
    most: int


def circulation(edges: Sequence[Edge]) -> list[int]:
    """
    How much flows on each edge, so that into every node flows as much as out of it.

    Every edge begins with its least; then what is too much at a node is led, unit by unit on
    a shortest way, to where there is too little.

    Raises:
        ValueError: If there is no such flow.
    """
    flow = [edge.least for edge in edges]
    at: defaultdict[Hashable, list[int]] = defaultdict(list)
    excess: defaultdict[Hashable, int] = defaultdict(int)
    for number, edge in enumerate(edges):
        at[edge.tail].append(number)
        at[edge.head].append(number)
        excess[edge.head] += edge.least
        excess[edge.tail] -= edge.least

    def ways(node: Hashable) -> list[tuple[int, int, Hashable]]:
        """Where one unit more can go from *node*: edge, change of its flow, other end."""
        out = [(n, 1, edges[n].head) for n in at[node] if edges[n].tail == node]
        back = [(n, -1, edges[n].tail) for n in at[node] if edges[n].head == node]
        return [way for way in out if flow[way[0]] < edges[way[0]].most] + [
            way for way in back if flow[way[0]] > edges[way[0]].least
        ]

    for start in list(excess):
        while excess[start] > 0:
            came: dict[Hashable, tuple[int, int, Hashable]] = {}
            queue = deque([start])
            while queue and excess[queue[0]] >= 0:
                node = queue.popleft()
                for number, change, other in ways(node):
                    if other != start and other not in came:
                        came[other] = number, change, node
                        queue.append(other)
            if not queue:
                raise ValueError(f"no flow keeps within the bounds: too much comes to {start}")
            end = queue[0]
            excess[end] += 1
            excess[start] -= 1
            while end != start:
                number, change, end = came[end]
                flow[number] += change
    return flow
