"""Answers correctly, in lines that are as long as a line may be."""

from bots import kit


def lowest(view: kit.View, menu: kit.Menu) -> str:
    return menu.lowest()


write = kit._write
kit._write = lambda data: write(data.rstrip().ljust(16_000) + b"\n")
kit.run(lowest)
