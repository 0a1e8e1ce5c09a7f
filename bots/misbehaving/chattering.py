"""Says everything twice: the second time nobody has asked."""

from bots import kit


def lowest(view: kit.View, menu: kit.Menu) -> str:
    return menu.lowest()


write = kit._write
kit._write = lambda data: write(data + data if b'"move"' in data else data)
kit.run(lowest)
