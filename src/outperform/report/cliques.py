"""Groups of learners none of which is shown to differ from another: the bars of a critical-difference diagram."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from outperform.core import Decision, Judgement

MOST = 40  # groups beyond which a few that cover all pairs are taken
Graph = dict[str, set[str]]


def alike(judgements: Sequence[Judgement]) -> Graph:
    """Return for each learner those that it was compared with and is not shown to differ from."""
    graph: Graph = {name: set() for each in judgements for name in (each.first, each.second)}
    for each in judgements:
        if each.decision in {Decision.OPEN, Decision.EQUAL}:
            graph[each.first].add(each.second)
            graph[each.second].add(each.first)
    return graph


def groups(graph: Graph, order: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return all largest groups of two or more in which every pair is alike, each in the given order.

    Where there are more than ``MOST``, they are chosen so that every pair that is alike shares a group.

    Examples
    --------
    >>> groups({"a": {"b"}, "b": {"a", "c"}, "c": {"b"}, "d": set()}, "abcd")
    (('a', 'b'), ('b', 'c'))
    """
    found: list[set[str]] = []
    for clique in _cliques(graph, set(), set(graph), set()):
        found.append(clique)
        if len(found) > MOST:
            found = list(_cover(graph, order))
            break
    placed = [tuple(name for name in order if name in clique) for clique in found if len(clique) > 1]
    at = {name: place for place, name in enumerate(order)}
    return tuple(sorted(placed, key=lambda clique: [at[name] for name in clique]))


def _cliques(graph: Graph, chosen: set[str], open_: set[str], done: set[str]) -> Iterator[set[str]]:
    """Bron and Kerbosch's search with a pivot; names in order, so that it is the same everywhere."""
    if not open_ and not done:
        yield chosen
        return
    pivot = max(sorted(open_ | done), key=lambda name: len(graph[name] & open_))
    for name in sorted(open_ - graph[pivot]):
        yield from _cliques(graph, chosen | {name}, open_ & graph[name], done & graph[name])
        open_, done = open_ - {name}, done | {name}


def _cover(graph: Graph, order: Sequence[str]) -> Iterator[set[str]]:
    """Grow a largest group around every pair that no earlier group holds, by those that hold most such pairs."""
    left = {frozenset(pair) for pair in combinations(order, 2) if pair[1] in graph[pair[0]]}
    for pair in combinations(order, 2):
        if frozenset(pair) not in left:
            continue
        clique = set(pair)
        while candidates := [name for name in order if name not in clique and clique <= graph[name]]:
            clique.add(max(candidates, key=lambda name: sum(frozenset((name, one)) in left for one in clique)))
        left -= {frozenset(one) for one in combinations(clique, 2)}
        yield clique
