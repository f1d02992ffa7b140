"""The findings of a check: place, fault and cure, for people and as data.

cube.matrix:14:12: unknown direction 'foward'
  14 | node 2 2 0 foward twoway
     |            ^^^^^^
expected forward, backward, up, down, left or right; did you mean 'forward'?
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum

from xyzgrid_ext.core.errors import GridError

_WIDE = 100  # characters of a line that are shown


class Severity(StrEnum):
    """How bad a finding is: an error refuses the map, a warning accepts it, an info explains."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault, or remark, that a check reports about a file or a map.

    `code` is stable and kebab-case (`unknown-direction`). `file` is the file or map that it is
    about. `line` and `column` count from 1; 0 means that the finding is about the whole file.
    `source` is the line itself and `width` the number of characters that the caret underlines.
    """

    severity: Severity
    code: str
    message: str
    cure: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    source: str = ""
    width: int = 1

    @classmethod
    def error(
        cls, code: str, message: str, cure: str = "", file: str = "", line: int = 0
    ) -> Finding:
        """Return an error about a file or map, or one of its lines."""
        return cls(Severity.ERROR, code, message, cure, file, line)

    @classmethod
    def warning(
        cls, code: str, message: str, cure: str = "", file: str = "", line: int = 0
    ) -> Finding:
        """Return a warning about a file or map, or one of its lines."""
        return cls(Severity.WARNING, code, message, cure, file, line)

    @classmethod
    def info(cls, code: str, message: str, cure: str = "", file: str = "") -> Finding:
        """Return a Finding that explains something, such as a limit, about a whole file or map."""
        return cls(Severity.INFO, code, message, cure, file)

    def as_data(self) -> dict[str, str | int]:
        """Return the finding as a dict by the names of its fields, for `--json`."""
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "severity": str(self.severity),
            "code": self.code,
            "message": self.message,
            "cure": self.cure,
        }

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        severity = "" if self.severity is Severity.ERROR else f"{self.severity}: "
        lines = [f"{place}: {severity}{self.message}" if place else f"{severity}{self.message}"]
        if self.line and self.column:
            gutter = " " * len(str(self.line))
            # tabs in the source stay tabs above the caret, so that it lands below its word
            begin = max(0, self.column - _WIDE // 2) if len(self.source) > _WIDE else 0
            source = self.source[begin : begin + _WIDE]
            indent = "".join("\t" if c == "\t" else " " for c in source[: self.column - 1 - begin])
            width = max(1, min(self.width, _WIDE - len(indent)))
            lines.append(f"  {self.line} | {source}")
            lines.append(f"  {gutter} | {indent}{'^' * width}")
        if self.cure:
            lines.append(self.cure)
        return "\n".join(lines)


@dataclass(frozen=True, eq=False, slots=True)
class BadValue:
    """Replaces a value of an author that map data cannot hold, such as a file or a coroutine.

    `words` describes the value in messages: "must be a text, not a file".
    """

    words: str


class MapError(GridError):
    """A map, or something that maps are made from, is wrong; `findings` lists all faults."""

    def __init__(self, message: str, cure: str = "", findings: Iterable[Finding] = ()) -> None:
        super().__init__(message, cure)
        self.findings = tuple(findings) or (Finding(Severity.ERROR, "error", message, cure),)


class RefusedError(MapError):
    """A map was refused; the text of the error lists all findings, and then what to do."""

    def __init__(self, findings: Iterable[Finding], cure: str = "") -> None:
        faults = tuple(findings)
        super().__init__("\n".join(map(str, faults)), cure, faults)

    def __reduce__(self) -> tuple[type[RefusedError], tuple[tuple[Finding, ...], str]]:
        """Return the parts from which another process builds an equal exception."""
        return type(self), (self.findings, self.cure)


_LONG = 200  # characters of what an exception says
_ALIKE = 20  # findings of one kind in a file that are shown


@contextmanager
def refuse_on_error(file: str, cure: str) -> Iterator[None]:
    """Refuse a foreign file if reading it, within `with`, fails in an unforeseen way.

    Known faults are reported with their place; this guard is for all others, so that one bad file
    does not stop the rest. `cure` tells the author what to do then.

    Raises:
        RefusedError: in place of any exception, which becomes its cause.
    """
    try:
        yield
    except RefusedError:
        raise
    except Exception as error:
        message = f"cannot be read: {type(error).__name__}: {str(error)[:_LONG]}"
        finding = Finding.error("not-read", message.removesuffix(": "), cure, file)
        raise RefusedError([finding]) from error


def errors_of(findings: Iterable[Finding]) -> list[Finding]:
    """Return those findings that are errors, which refuse a map."""
    return [f for f in findings if f.severity is Severity.ERROR]


def is_refused(findings: Iterable[Finding], *, strict: bool = False) -> bool:
    """Whether a check fails: because of errors, or with `strict` also of warnings."""
    bad = {Severity.ERROR, Severity.WARNING} if strict else {Severity.ERROR}
    return any(f.severity in bad for f in findings)


def finding_texts(findings: Iterable[Finding]) -> Iterator[str]:
    """Yield the findings as texts to print.

    Of more than 20 findings with one `code` in a file, the first ones are shown, and the number of
    the others.
    """
    findings = list(findings)
    total = Counter((f.file, f.severity, f.code) for f in findings)
    seen: Counter[tuple[str, str, str]] = Counter()
    for finding in findings:
        kind = finding.file, finding.severity, finding.code
        seen[kind] += 1
        if seen[kind] <= _ALIKE or total[kind] <= _ALIKE + 1:
            yield str(finding)
        if seen[kind] == total[kind] > _ALIKE + 1:
            more = f"and {total[kind] - _ALIKE:,} more of this kind ({finding.code})"
            yield str(replace(finding, message=more, cure="", line=0, column=0))


def tally(findings: Iterable[Finding]) -> str:
    """Return the number of findings of each severity, `2 errors, 1 warning`.

    Empty if there are none.
    """
    number = Counter(f.severity for f in findings)
    return ", ".join(
        f"{number[severity]} {severity}{'s'[: number[severity] != 1]}"
        for severity in Severity
        if number[severity]
    )
