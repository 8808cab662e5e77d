"""A fuzzer of experiments and data: whatever a file holds, it is read, or refused in words; no traceback, no hang.

`EQUIPOISE_FUZZ=2000:7` takes so many inputs from that seed on; what failed is printed with its number, and
`EQUIPOISE_FUZZ=1:<number>` tries that one again.
"""

from __future__ import annotations

import os
import shutil
import signal
import time
import traceback
from pathlib import Path
from types import FrameType

import pytest

from games.defects import BadInput
from tests.faults.mutations import files_of, mutated

CONFIGS = Path(__file__).resolve().parents[2] / "configs"
FEW, MANY = 100, 2000
LIMIT_S = 60
LONGEST_LINE = 2_000
COUNT, FIRST = (int(part) for part in os.environ.get("EQUIPOISE_FUZZ", f"{MANY}:0").split(":"))


class Hang(BaseException):
    """No input may take as long."""


def _hangs(signal_number: int, frame: FrameType | None) -> None:
    raise Hang


@pytest.fixture
def configs(tmp_path: Path) -> Path:
    return shutil.copytree(CONFIGS, tmp_path / "configs", ignore=shutil.ignore_patterns("cluster"))


def tried(configs: Path, number: int) -> str:
    """What went wrong with the input of that number; nothing where it was read, or refused in words."""
    files = files_of(configs)
    path = files[number * 7919 % len(files)]
    before = path.read_bytes()
    path.write_bytes(mutated(before.decode(), number))
    began = time.monotonic()
    try:
        for experiment in _experiments(configs, path):
            _load(experiment)
    except BadInput as error:
        return _unreadable(error)
    except Hang:
        return f"took more than {LIMIT_S} s"
    except Exception:  # noqa: BLE001  this is what is looked for
        return traceback.format_exc(limit=-6)
    finally:
        path.write_bytes(before)
        signal.alarm(0)
    taken = time.monotonic() - began
    return "" if taken < LIMIT_S else f"took {taken:.0f} s"


def _experiments(configs: Path, path: Path) -> list[Path]:
    """The experiment that the file is, or one that names the data that it is of."""
    if path.parent == configs:
        return [path]
    part = path.relative_to(configs).parts
    stem = "/".join(part[: 3 if len(part) > 3 else 2])
    naming = [one for one in sorted(configs.glob("*.toml")) if stem in one.read_text("utf-8")]
    whole = [one for one in sorted(configs.glob("*.toml")) if f'game = "{part[1]}"' in one.read_text("utf-8")]
    return (naming or whole)[:1]


def _load(experiment: Path) -> None:
    """What `run` and `check` do before play, and `sweep` where there is one."""
    from runner import experiment as experiments
    from runner.gates import without_play
    from runner.manifest import manifest_of
    from sweeps import definition

    signal.signal(signal.SIGALRM, _hangs)
    signal.alarm(LIMIT_S)
    loaded = experiments.load(experiment)
    manifest_of(loaded)
    if len(loaded.document.model_dump_json()) < 200_000:
        without_play(loaded)
    if "sweep" in loaded.configuration:
        definition.load(experiment)


def _unreadable(error: BadInput) -> str:
    """A message must be text that a terminal takes, and lines that a person reads."""
    message = error.message()
    try:
        message.encode()
    except UnicodeEncodeError:
        return f"a message that cannot be printed: {message!a:.200}"
    longest = max(map(len, message.splitlines()), default=0)
    return f"a line of {longest} signs: {message[:200]}" if longest > LONGEST_LINE or not message else ""


def campaign(configs: Path, count: int, first: int) -> list[str]:
    """Try `count` inputs from `first` on; what went wrong, each with its number."""
    found = [(number, tried(configs, number)) for number in range(first, first + count)]
    wrong = [f"input {number}: {problem}" for number, problem in found if problem]
    print(f"inputs tried: {count}, wrong: {len(wrong)}")
    return wrong


def test_a_hundred_inputs(configs: Path) -> None:
    wrong = campaign(configs, FEW, 0)
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.slow
def test_two_thousand_inputs(configs: Path) -> None:
    wrong = campaign(configs, COUNT, FIRST)
    assert not wrong, "\n\n".join(wrong)
