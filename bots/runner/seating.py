"""Turns the programs of a match into players at the table."""

import functools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bots.reference import SettingError, make
from bots.reports import BundleProgram, HouseProgram, MatchSpec, Program, SpecError
from bots.runner.awake import Awake
from bots.runner.players import InProcessPlayer, Player
from bots.runner.processes import ProcessPlayer
from bots.sandbox.bundle import Bundle, BundleError, guess_filename, open_bundle
from bots.sandbox.process import SandboxError, Walls
from bots.sandbox.workspace import Workspace


@contextmanager
def seated(
    spec: MatchSpec, walls: Walls | None, workspace: Workspace
) -> Iterator[Sequence[Player]]:
    """
    The players of *spec*: house programs in this process, uploaded ones behind *walls* only.

    Raises:
        SpecError: If a program cannot be opened or made.
        SandboxError: If there is an uploaded program and no *walls*.
    """
    folders = []
    awake = Awake()

    def player(program: Program) -> Player:
        if isinstance(program, HouseProgram):
            return _house(program, awake)
        if walls is None:
            raise SandboxError("there is no sandbox for uploaded bots")
        bundle = _opened(program)
        folders.append(workspace.unpack(bundle))
        return ProcessPlayer(walls, folders[-1], awake)

    try:
        yield [player(program) for program in spec.programs]
    finally:
        for folder in folders:
            workspace.remove(folder)


def _house(program: HouseProgram, awake: Awake) -> InProcessPlayer:
    try:
        make(program.program, program.settings)
    except SettingError as error:
        raise SpecError(str(error)) from error
    return InProcessPlayer(functools.partial(make, program.program, program.settings), awake)


def _opened(program: BundleProgram) -> Bundle:
    try:
        bundle = open_bundle(program.data, guess_filename(program.data))
    except BundleError as error:
        raise SpecError(str(error)) from error
    if bundle.sha256 != program.sha256:
        raise SpecError(f"the bundle's hash is {bundle.sha256}, not {program.sha256}")
    return bundle
