"""How many matches may be played at once: by number, and by the memory their bots may take."""

import threading
import time


class Place:
    """Room for one match; leaving the block gives it back."""

    def __init__(self, admission: "Admission", number: int, memory: int) -> None:
        self._admission = admission
        self.number = number
        self.memory = memory

    def __enter__(self) -> "Place":
        return self

    def __exit__(self, *_: object) -> None:
        self._admission.leave(self)


class Admission:
    """*slots* matches at once, and *memory* bytes for all their uploaded bots together."""

    def __init__(self, slots: int, memory: int) -> None:
        self.slots = slots
        self.memory = memory
        self._inside: dict[int, Place] = {}
        self._changed = threading.Condition()

    @property
    def playing(self) -> int:
        """Matches being played now."""
        return len(self._inside)

    def enter(self, memory: int, seconds: float) -> Place | None:
        """A place for a match whose bots may take *memory* bytes; None if none is free in time."""
        deadline = time.monotonic() + seconds
        with self._changed:
            while not self._fits(memory):
                left = deadline - time.monotonic()
                if left <= 0 or not self._changed.wait(left):
                    return None
            number = next(free for free in range(self.slots) if free not in self._inside)
            place = Place(self, number, memory)
            self._inside[number] = place
            return place

    def leave(self, place: Place) -> None:
        with self._changed:
            self._inside.pop(place.number, None)
            self._changed.notify_all()

    def _fits(self, memory: int) -> bool:
        taken = sum(place.memory for place in self._inside.values())
        return len(self._inside) < self.slots and taken + memory <= self.memory
