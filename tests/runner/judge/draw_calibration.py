"""Draws what `test_calibration.py` measured, from what it printed, for the README: one dot a study.

python -m pytest -m slow -s tests/runner/judge/test_{calibration,use,option_coverage}.py |
    python tests/runner/judge/draw_calibration.py > docs/calibration.svg
"""

import re
import sys
from collections.abc import Iterable, Iterator

from scipy.stats import beta

# Kind of a printed line, what its strip is called, and whether it counts what went right.
STRIPS = (
    ("wrong", "a verdict, anywhere in a table", False),
    ("covered", "the running interval, at any look", True),
    ("use wrong", "a verdict on strategy use", False),
    ("use covered", "the band of a strategy’s use", True),
    ("option covered", "intervals of option tables", True),
    ("option alarms", "an option called different", False),
)
PROMISED, MOST = 5.0, 8.0
LEFT, RIGHT, TOP, ROW, GAP, WIDTH = 300, 24, 46, 6, 22, 760
LINE = re.compile(r"^([a-z ]+) \| (.+) \| (\d+) of (\d+) \|")
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #59636f } .head { fill: #1c2128; font-weight: 600 }
  .axis { stroke: #d5dae0 } .promise { stroke: #b3321f; stroke-dasharray: 4 3 } .promise-text { fill: #b3321f }
  .reach { stroke: #9db0d8; stroke-width: 1.5 } .dot { fill: #3a58c8 }
  @media (prefers-color-scheme: dark) {
    text { fill: #a3adb8 } .head { fill: #e7eaee } .axis { stroke: #3a424c } .promise { stroke: #ff8f78 }
    .promise-text { fill: #ff8f78 } .reach { stroke: #4a5f9c } .dot { fill: #93a9ff }
  }"""


def measured(lines: Iterable[str]) -> dict[str, list[tuple[str, int, int]]]:
    """By kind: what was studied, errors, and of how many."""
    found: dict[str, list[tuple[str, int, int]]] = {kind: [] for kind, _, _ in STRIPS}
    right = {kind for kind, _, counts_right in STRIPS if counts_right}
    for line in lines:
        if matched := LINE.match(line):
            kind, what, count, size = matched[1], matched[2], int(matched[3]), int(matched[4])
            # A handful of tables says nothing; the quick tests print theirs too.
            if size >= 100:
                found[kind].append((what, size - count if kind in right else count, size))
    return found


def drawn(found: dict[str, list[tuple[str, int, int]]]) -> str:
    """The picture."""
    strips = [(title, found[kind]) for kind, title, _ in STRIPS if found[kind]]
    height = TOP + sum(len(studies) * ROW + GAP for _, studies in strips) + 34
    axis = [
        f'<line class="axis" x1="{_x(rate):.1f}" x2="{_x(rate):.1f}" y1="{TOP - 12}" y2="{height - 34}"/>'
        f'<text x="{_x(rate):.1f}" y="{height - 16}" text-anchor="middle">{rate} %</text>'
        for rate in range(int(MOST) + 1)
    ]
    at, said = f"{_x(PROMISED):.1f}", "promised: wrong in 5 % at most"
    promise = (
        f'<line class="promise" x1="{at}" x2="{at}" y1="{TOP - 12}" y2="{height - 34}"/>'
        f'<text class="promise-text" x="{at}" y="{TOP - 20}" text-anchor="middle">{said}</text>'
    )
    words = "Measured error rates of simulated runs, a dot a study with its 95 % interval, against the 5 % promised"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{words}">'
    return "\n".join(
        [
            head,
            f"<title>{words}</title>",
            f"<style>{STYLE}</style>",
            *axis,
            *_strips(strips),
            promise,
            "</svg>",
            "",
        ]
    )


def _strips(strips: list[tuple[str, list[tuple[str, int, int]]]]) -> Iterator[str]:
    y = TOP
    for title, studies in strips:
        middle = y + len(studies) * ROW / 2
        worst = max(100 * errors / size for _, errors, size in studies)
        yield f'<text class="head" x="0" y="{middle:.1f}">{title}</text>'
        yield f'<text x="0" y="{middle + 17:.1f}">{len(studies)} studies, wrong in {worst:.1f} % at most</text>'
        for what, errors, size in studies:
            low, high = (100 * end for end in _clopper_pearson(errors, size))
            yield (
                f"<g><title>{what}: {errors} of {size}</title>"
                f'<line class="reach" x1="{_x(low):.1f}" x2="{_x(min(high, MOST)):.1f}" y1="{y}" y2="{y}"/>'
                f'<circle class="dot" cx="{_x(100 * errors / size):.1f}" cy="{y}" r="2.4"/></g>'
            )
            y += ROW
        y += GAP


def _clopper_pearson(errors: int, size: int) -> tuple[float, float]:
    low = beta.ppf(0.025, errors, size - errors + 1) if errors else 0.0
    return float(low), float(beta.ppf(0.975, errors + 1, size - errors)) if errors < size else 1.0


def _x(rate: float) -> float:
    return LEFT + rate / MOST * (WIDTH - LEFT - RIGHT)


if __name__ == "__main__":
    sys.stdout.write(drawn(measured(sys.stdin)))
