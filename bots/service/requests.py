"""What the runner is asked: one line of JSON from a caller, read in bounds or refused."""

import json
import socket
import time
from collections.abc import Callable
from typing import Any, TypeVar

from bots.check.reports import CheckSpec
from bots.reports import MatchSpec, SpecError

_REQUEST_SECONDS = 10.0
_REQUEST_BYTES = 32 << 20
_Spec = TypeVar("_Spec")


class Refusal(Exception):
    """A request that is answered with an error of this code."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


def read_request(line: socket.socket) -> dict[str, Any]:
    """
    The request that a caller sends on *line*.

    Raises:
        Refusal: If it is not one line of JSON, comes too slowly or is too long.
    """
    deadline = time.monotonic() + _REQUEST_SECONDS
    data = bytearray()
    while not data.endswith(b"\n"):
        if time.monotonic() > deadline or len(data) > _REQUEST_BYTES:
            raise Refusal("bad_request", "a request is one line of JSON, sent at once")
        received = line.recv(1 << 20)
        if not received:
            raise Refusal("bad_request", "the line ended before the request did")
        data += received
    try:
        request = json.loads(data)
    except ValueError as error:
        raise Refusal("bad_request", f"not JSON: {error}") from error
    if not isinstance(request, dict):
        raise Refusal("bad_request", "a request is a JSON object")
    return request


def match_in(request: dict[str, Any]) -> MatchSpec:
    """
    The match that is to be played.

    Raises:
        Refusal: If there is none, or it cannot be played.
    """
    return _spec_in(request, "play", MatchSpec.from_json)


def check_in(request: dict[str, Any]) -> CheckSpec:
    """
    The check that is to be made.

    Raises:
        Refusal: If there is none, or it cannot be made.
    """
    return _spec_in(request, "check", CheckSpec.from_json)


def _spec_in(request: dict[str, Any], kind: str, read: Callable[[dict[str, Any]], _Spec]) -> _Spec:
    spec = request.get("spec")
    if not isinstance(spec, dict):
        raise Refusal("bad_spec", f"a {kind} request needs a spec")
    try:
        return read(spec)
    except SpecError as error:
        raise Refusal("bad_spec", str(error)) from error
