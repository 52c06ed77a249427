"""Places along a line, moved apart so that what stands at them does not overlap."""


def spread(wanted: list[float], gap: float) -> list[float]:
    """Move heights apart until neighbours differ by the gap, as little as a greedy pass can, and keep them in [0, 1].

    Examples
    --------
    >>> [round(y, 2) for y in spread([0.5, 0.52, 0.9], 0.1)]
    [0.46, 0.56, 0.9]
    """
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    groups: list[tuple[float, list[int]]] = []  # middle, members from below
    for index in order:
        middle, members = wanted[index], [index]
        while groups and middle - gap * (len(members) - 1) / 2 < groups[-1][0] + gap * (len(groups[-1][1]) + 1) / 2:
            _, below = groups.pop()
            members = [*below, *members]
            middle = sum(wanted[member] for member in members) / len(members)
        reach = gap * (len(members) - 1) / 2
        groups.append((min(max(middle, reach), max(1 - reach, reach)), members))
    placed = dict.fromkeys(order, 0.0)
    for middle, members in groups:
        for number, member in enumerate(members):
            placed[member] = middle + gap * (number - (len(members) - 1) / 2)
    return [placed[index] for index in range(len(wanted))]
