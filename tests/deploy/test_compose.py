"""The compose file: valid, closed, and naming only what exists."""

import importlib.util
import itertools
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.urls import resolve

from bots.sandbox.limits import Limits
from bots.sandbox.rlimits import THREADS

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = ("migrate", "web", "worker", "scheduler", "runner")
READERS = ["league/settings.py", "league/bootstrap.py", "bots"]
"""Where the league reads its environment."""


def read_variables() -> set[str]:
    """Every name that our code looks up in the environment, with the variant that names a file."""
    sources = [
        path.read_text()
        for reader in READERS
        for path in ([ROOT / reader] if reader.endswith(".py") else (ROOT / reader).rglob("*.py"))
    ]
    names = set(re.findall(r'"([A-Z][A-Z_]{3,})"', "\n".join(sources)))
    return names | {f"{name}_FILE" for name in names}


def words(service: dict[str, Any]) -> list[str]:
    """Command and health check of a service, as separate words."""
    parts = [*service.get("command", []), *service.get("healthcheck", {}).get("test", [])]
    return [word for part in parts for word in str(part).split()]


def test_it_follows_the_compose_specification() -> None:
    checker = [Path(sys.executable).parent / "check-jsonschema"]
    schema = ["--builtin-schema", "vendor.compose-spec", "docker-compose.yml"]
    done = subprocess.run(
        [*checker, *schema], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_runs_all_that_the_league_consists_of() -> None:
    assert set(SERVICES) == {*OURS, "postgres", "redis"}


@pytest.mark.parametrize("name", SERVICES)
def test_every_lasting_service_has_a_health_check(name: str) -> None:
    assert ("healthcheck" in SERVICES[name]) == (name != "migrate")


@pytest.mark.parametrize("name", SERVICES)
def test_no_service_is_root_or_may_become_it(name: str) -> None:
    service = SERVICES[name]
    uid, gid = service["user"].split(":")
    assert int(uid) > 0
    assert int(gid) > 0
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert "privileged" not in service
    assert "cap_add" not in service


def test_the_runner_has_no_network_no_secret_and_a_user_of_its_own() -> None:
    runner = SERVICES["runner"]
    assert runner["network_mode"] == "none"
    assert "networks" not in runner
    assert "secrets" not in runner
    assert "env_file" not in runner
    assert runner["environment"] == {
        "BOT_PYTHON": "/usr/bin/python3",
        "LEAGUE_SANDBOX": "${LEAGUE_SANDBOX:-bubblewrap}",
    }
    assert "--own-user" in runner["command"]
    others = {service["user"] for name, service in SERVICES.items() if name != "runner"}
    assert runner["user"] not in others
    assert runner["volumes"] == ["runner:/run/runner"]


def test_the_worker_reaches_the_runner_and_postgres_and_redis_do_not() -> None:
    listens_at = SERVICES["runner"]["command"][4]
    assert SERVICES["runner"]["command"][3] == "--socket"
    for name in ("web", "worker"):
        assert SERVICES[name]["environment"]["LEAGUE_RUNNER_SOCKET"] == listens_at
        assert SERVICES[name]["group_add"] == [SERVICES["runner"]["user"].split(":")[1]]
        assert "runner:/run/runner" in SERVICES[name]["volumes"]
    for name in ("postgres", "redis"):
        assert not any("runner" in volume for volume in SERVICES[name]["volumes"])


def test_only_the_site_can_be_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["web"]
    assert COMPOSE["networks"]["back"] == {"internal": True}


def test_secrets_come_from_files_and_are_all_defined() -> None:
    used = {secret for service in SERVICES.values() for secret in service.get("secrets", [])}
    assert used == set(COMPOSE["secrets"])
    for service in SERVICES.values():
        for name, value in service.get("environment", {}).items():
            if name.endswith("_FILE"):
                assert Path(value).name in service["secrets"]
            assert not re.search(r"PASSWORD$|SECRET_KEY$|^DATABASE_URL$", name)


@pytest.mark.parametrize("name", OURS)
def test_every_variable_is_one_that_our_code_reads(name: str) -> None:
    assert set(SERVICES[name]["environment"]) - read_variables() == set()


@pytest.mark.parametrize("name", OURS)
def test_every_command_names_modules_and_files_that_exist(name: str) -> None:
    found = words(SERVICES[name])
    for flag, module in itertools.pairwise(found):
        if flag in ("-m", "--app"):
            assert importlib.util.find_spec(module), module
        if flag == "python" and module.endswith(".py"):
            assert (ROOT / module).exists(), module
    for word in found:
        if re.fullmatch(r"league\.\w+:\w+", word):
            module, attribute = word.split(":")
            source = (ROOT / f"{module.replace('.', '/')}.py").read_text()
            assert re.search(rf"^{attribute} = ", source, re.MULTILINE), word


def test_health_checks_ask_pages_that_exist() -> None:
    asked = [word for service in SERVICES.values() for word in words(service) if "http://" in word]
    assert asked == ["http://127.0.0.1:8000/health/ready"]
    assert resolve("/health/ready").func
    assert resolve("/health/live").func


def test_services_wait_for_what_they_need() -> None:
    for name in ("web", "worker", "scheduler"):
        assert SERVICES[name]["depends_on"] == {
            "migrate": {"condition": "service_completed_successfully"},
            "redis": {"condition": "service_healthy"},
        }
    assert SERVICES["migrate"]["depends_on"] == {"postgres": {"condition": "service_healthy"}}


def test_the_runners_profile_is_the_one_made_from_the_bots_list() -> None:
    made = subprocess.run(
        [sys.executable, "deploy/make_seccomp.py"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    kept = (ROOT / "deploy" / "seccomp-runner.json").read_bytes()
    assert made == kept, "run: python deploy/make_seccomp.py > deploy/seccomp-runner.json"
    assert "seccomp=./deploy/seccomp-runner.json" in SERVICES["runner"]["security_opt"]


def test_the_runners_profile_leaves_the_sandbox_what_it_is_built_with() -> None:
    profile = json.loads((ROOT / "deploy" / "seccomp-runner.json").read_text())
    refused = set(profile["syscalls"][0]["names"])
    assert not refused & {"mount", "umount2", "pivot_root", "sethostname", "clone", "prctl"}
    assert {"ptrace", "bpf", "keyctl", "io_uring_setup", "setns"} <= refused


UNITS = {"m": 1, "g": 1_024}
# What the runner itself needs, in MiB, and the threads that serve its callers.
OWN_MEMORY, OWN_THREADS = 384, 40


def mebibytes(size: str) -> int:
    return int(size[:-1]) * UNITS[size[-1]]


def test_the_runner_gives_bots_no_more_than_its_container_has() -> None:
    """Else the kernel would end a bot, or the runner, that is within its limits."""
    runner = SERVICES["runner"]
    command = runner["command"]
    for_bots = int(command[command.index("--memory-mb") + 1])
    (temporary,) = (
        mebibytes(word.removeprefix("size="))
        for mount in runner["tmpfs"]
        for word in mount.partition(":")[2].split(",")
        if word.startswith("size=")
    )
    assert for_bots + temporary + OWN_MEMORY <= mebibytes(runner["mem_limit"])
    bots = for_bots // (Limits().address_space_bytes >> 20)
    # Its threads, and the monitor of its sandbox.
    assert bots * (THREADS + 1) + OWN_THREADS <= runner["pids_limit"]
    # A table of six, where every seat has an uploaded bot, finds room.
    assert bots >= 6
