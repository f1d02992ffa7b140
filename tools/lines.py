"""Counts lines of Python and web files, with comments, but not of others' libraries: `make lines`.

    folder                       files   lines
    xyzgrid_ext/core/grid           17   2,790
    …
    kernel                         352  48,300   budget 32,200
    dungeons                        43  10,160   budget 9,500
    package                        719  95,866   budget 84,900   ceiling 95,866

The ceiling only falls: this tool lowers it, and `tests/core/test_house.py` fails above it. Whoever
raises it by hand says in the commit which new capability is worth the lines.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CEILING = Path(__file__).with_suffix(".json")
KERNEL = "kernel"
BUDGETS = {  # lines; those of the design, and what was granted for each capability since
    **{KERNEL: 31_000 + 1_200, "dungeons": 9_500, "proof": 2_200, "boards": 7_000},
    **{"editor": 9_000 + 2_500, "contents": 3_000, "doors": 700},
    **{"lands": 5_000, "web_map": 4_500, "matrix_game": 2_700, "formats": 2_200, "adopt": 1_000},
    **{"verbs": 1_600, "tuning": 900, "package": 75_000 + 9_900, "tests": 54_000},
}
COUNTED = {
    "package": ("xyzgrid_ext", {".py", ".js", ".lua", ".css", ".html"}),
    "tests": ("tests", {".py"}),
}


def lines_by_folder(subject: str) -> tuple[Counter[str], Counter[str]]:
    """Return the files and the lines of each folder of `package` or `tests`."""
    name, suffixes = COUNTED[subject]
    files, lines = Counter[str](), Counter[str]()
    for file in sorted((ROOT / name).rglob("*")):
        if file.suffix in suffixes and file.is_file() and "vendor" not in file.parts:
            folder = file.parent.relative_to(ROOT).as_posix()
            files[folder] += 1
            lines[folder] += len(file.read_bytes().splitlines())
    return files, lines


def by_part(numbers: Counter[str]) -> Counter[str]:
    """Return the sum of these numbers of folders for the kernel, and for each part."""
    parts = Counter[str]()
    for folder, number in numbers.items():
        _package, _, inner = folder.partition("/parts/")
        parts[inner.partition("/")[0] or KERNEL] += number
    return parts


def ceilings() -> dict[str, int]:
    """Return the most lines that `package` and `tests` may have."""
    ceiling: dict[str, int] = json.loads(CEILING.read_text(encoding="utf-8"))
    return ceiling


def main() -> None:
    """Print the table, and lower the ceilings."""
    ceiling = ceilings()
    for subject in COUNTED:
        files, lines = lines_by_folder(subject)
        for folder in sorted(files):
            print(f"{folder:<52} {files[folder]:>5} {lines[folder]:>8,}")
        if subject == "package":
            files_of, lines_of = by_part(files), by_part(lines)
            for part in sorted(lines_of, key=lambda part: (part != KERNEL, part)):
                budget = f"budget {BUDGETS[part]:,}" if part in BUDGETS else ""
                print(f"{part:<52} {files_of[part]:>5} {lines_of[part]:>8,}   {budget}")
        total = lines.total()
        figures = f"budget {BUDGETS[subject]:,}   ceiling {ceiling[subject]:,}"
        print(f"{subject:<52} {files.total():>5} {total:>8,}   {figures}\n")
        ceiling[subject] = min(total, ceiling[subject])
    CEILING.write_text(json.dumps(ceiling, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
