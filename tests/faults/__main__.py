"""`python -m tests.faults --count 300 --seed 1`: the fault campaign in its long form, and its table."""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.faults.campaign import LOST, run_campaign, table


def main() -> int:
    """Run the campaign; 1 where anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    scratch = Path(tempfile.mkdtemp(prefix="equipoise-faults-"))
    ended = run_campaign(scratch, asked.count, asked.seed)
    print(table(ended))
    lost = sum(how == LOST for _, how in ended)
    print(f"{len(ended)} trials, {lost} lost" + (f"; they are kept in {scratch}" if lost else ""))
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main())
