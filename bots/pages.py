"""A page of which a part is made by a command: the part is put in, the rest stays as it is."""


def with_part(page: str, begin: str, end: str, part: str) -> str:
    """
    *page* with *part* between the first *begin* and the *end* after it, which both stay.

    Raises:
        ValueError: If the page has no such marks.
    """
    before, found, rest = page.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"the page has no {begin.strip()} with {end.strip()} after it")
    return f"{before}{begin}{part}{end}{after}"
