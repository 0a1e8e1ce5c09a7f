"""A league's API as the author's commands use it: with plain Python, and every refusal in words."""

import json
import secrets
import urllib.error
import urllib.parse
import urllib.request
from email.message import Message
from typing import IO, Any, NoReturn

_SECONDS = 30
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class SiteError(Exception):
    """The site cannot be reached or refuses; the message says why and what to do."""

    def __init__(self, message: str, status: int = 0, code: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    # A token is for the address that was typed, not for wherever that points to.
    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: Message,
        newurl: str,
    ) -> None:
        raise SiteError(f"the site has moved: give {_origin(newurl)} as --server", code)


def _origin(url: str) -> str:
    parts = urllib.parse.urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


class Site:
    """
    The league at *address* for the owner of *token*.

    Raises:
        SiteError: If the address is none.
    """

    def __init__(self, address: str, token: str) -> None:
        parts = urllib.parse.urlsplit(address if "://" in address else f"http://{address}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise SiteError(f"{address!r} is no address; it looks like https://league.example")
        self._base = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/api/v1/"
        self._token = token
        self._opener = urllib.request.build_opener(_NoRedirects)
        self.is_plain = parts.scheme == "http" and parts.hostname not in _LOOPBACK

    def page(self, path: str) -> str:
        """The address of one of its pages."""
        return self._base.removesuffix("api/v1/") + path

    def get(self, path: str) -> Any:
        """
        What is at *path*.

        Raises:
            SiteError: If the site refuses or cannot be reached.
        """
        return self._ask("GET", path)

    def post(self, path: str, value: dict[str, Any]) -> Any:
        """
        What the site answers to *value*.

        Raises:
            SiteError: If the site refuses or cannot be reached.
        """
        return self._ask("POST", path, json.dumps(value).encode(), "application/json")

    def upload(self, path: str, filename: str, content: bytes) -> Any:
        """
        What the site answers to a form with one file.

        Raises:
            SiteError: If the site refuses or cannot be reached.
        """
        mark = secrets.token_hex(16)
        shown = filename.encode("ascii", "replace").decode().replace('"', "_")
        head = (
            f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{shown}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        )
        body = head.encode() + content + f"\r\n--{mark}--\r\n".encode()
        return self._ask("POST", path, body, f"multipart/form-data; boundary={mark}")

    def _ask(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> Any:
        request = urllib.request.Request(self._base + path, data=body, method=method)
        request.add_header("Accept", "application/json")
        request.add_header("Authorization", f"Token {self._token}")
        if kind:
            request.add_header("Content-Type", kind)
        try:
            with self._opener.open(request, timeout=_SECONDS) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            _refuse(error)
        except urllib.error.URLError as error:
            raise SiteError(f"{_origin(self._base)} cannot be reached: {error.reason}") from error
        except OSError as error:
            raise SiteError(f"{_origin(self._base)} cannot be reached: {error}") from error
        except ValueError as error:
            raise SiteError(f"{_origin(self._base)} does not answer as a league does") from error


_HINTS = {
    401: "get a token with the scope submit on your account's page",
    403: "that is not allowed with this token",
    404: "there is no such thing; is the address of the league right?",
    413: "the file is too large for the site",
    429: "too many requests; wait a while",
}


def _refuse(error: urllib.error.HTTPError) -> NoReturn:
    """
    Raises:
        SiteError: With what the site's problem says, and what to do about it.
    """
    try:
        problem = json.loads(error.read())
        told = [problem.get("detail") or problem.get("title") or ""]
        told += [one.get("detail", "") for one in problem.get("errors") or ()]
        code = str(problem.get("code", ""))
    except (ValueError, AttributeError, OSError):
        told, code = [], ""
    said = " ".join(dict.fromkeys(part for part in told if part))
    wait = error.headers.get("Retry-After") if error.headers else None
    # Sentences become parts of one.
    parts = [said.rstrip(".") or _HINTS.get(error.code, error.reason)]
    if said and error.code == 401:
        parts.append(_HINTS[401])
    if wait:
        parts.append(f"try again in {wait} s")
    raise SiteError(f"{error.code}: " + "; ".join(parts), error.code, code) from None
