"""Find the kind of a line at the desk, and the line on the road it names."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from peloton.notation.desk.besides import label_named
from peloton.notation.desk.lines import SIGNS, LineKind, is_status, split_word
from peloton.notation.toml.values import FormError
from peloton.rules.facts.stage import Stage
from peloton.rules.games.mark import MarkForm

_ORDERS = {
    "laps": re.compile(r"l(?:ap?)?\s*([1-9]\d{0,2})", re.IGNORECASE),
    "heats": re.compile(r"h(?:eat?)?\s*([1-9]\d{0,2})", re.IGNORECASE),
    "eliminated": re.compile(r"e(?:liminated)?()", re.IGNORECASE),
}
"""How the laps, the heats and who is eliminated are named."""
_TIME = re.compile(r"\+?\s*\d+:\d\d")


@dataclass(frozen=True, slots=True)
class LineContext:
    """A stage with the names that its lines may have; `labels` without laps."""

    stage: Stage
    form: MarkForm
    bibs: Collection[str]
    labels: tuple[str, ...]

    def kind(self, words: str, typed: str) -> LineKind:
        """Return the kind of a line; `words` is what was typed without the remark."""
        if not words:
            return LineKind.REMARK if typed.strip() else LineKind.EMPTY
        if words[0] in SIGNS:
            return SIGNS[words[0]]
        if words[0] == "(" or is_status(words):
            return LineKind.FINISH
        if words[0] == '"':
            return LineKind.CROSSING
        if ":" in words and self._labelled(words):
            head = words.partition(":")[0].strip()
            return LineKind.CROSSING if self.order(head) is None else LineKind.ORDER
        return LineKind.FINISH if self.stage.kind.timed else LineKind.ORDER

    def label(self, words: str) -> tuple[str, str]:
        """Part a line into its label and its order. FormError for an unknown label.

        A label in quotes is taken as it is, whether the stage has it or not.
        """
        if words.startswith('"'):
            label, rest = split_word(words)
            if not rest.startswith(":"):
                message = f"found {rest or 'nothing'} behind a name, expected a colon"
                raise FormError(message)
            return label, rest[1:]
        label = self._whole_label(words)
        if label:
            return label, words[len(label) :].lstrip()[1:]
        head, _, order = words.partition(":")
        return label_named(head.strip(), self.labels), order

    def order(self, head: str) -> int | None:
        """Return the number of the lap or heat named; None for any other name."""
        named = _ORDERS.get(self.stage.kind.ordered_by)
        match = named.fullmatch(head) if named else None
        return int(match[1] or 1) if match else None

    def _labelled(self, words: str) -> bool:
        """Return whether the colon of a line ends a label; it may be that of a time."""
        if self._whole_label(words):
            return True
        bib, *rest = words.split(None, 1)
        timed = ":" in self.form.form and rest and ":" not in bib
        return bib not in self.bibs and not (timed and _TIME.match(rest[0]))

    def _whole_label(self, words: str) -> str:
        """Return the label a line begins with: the longest, as one may hold a colon."""
        labels = (
            label
            for label in self.labels
            if words.startswith(label) and words[len(label) :].lstrip()[:1] == ":"
        )
        return max(labels, key=len, default="")
