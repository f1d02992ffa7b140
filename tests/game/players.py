"""Players of tests: what their clients type, and what comes back."""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Player:
    """One connected client: an account that puppets a character."""

    account: Any
    character: Any
    session: Any
    sent: list[dict[str, Any]] = field(default_factory=list)
    """Everything sent to this client: {"text": (text, options)} and out-of-band messages."""

    @property
    def at(self) -> str:
        """The name of the room where the character stands."""
        return self.character.location.key

    def types(self, line: str) -> str:
        """Send a line; return the texts that came back, one a line, without colours."""
        before = len(self.sent)
        self.session.execute_cmd(line)
        return self.text_since(before)

    def text_since(self, start: int) -> str:
        """Return the texts in `sent` from index `start`: what came later, of a walk for example."""
        from evennia.utils.ansi import strip_ansi

        texts = [message["text"] for message in self.sent[start:] if message.get("text")]
        first = [text[0] if isinstance(text, list | tuple) else text for text in texts]
        # None is sent to no client
        return "\n".join(strip_ansi(str(text)) for text in first if text is not None)
