"""How to reach the broker: address, account, encryption."""

import ssl
from pathlib import Path

import msgspec

from luza.mqtt.errors import BadAccess


class Access(msgspec.Struct, frozen=True):
    """The broker's address and the table's account there. `ca_file` (PEM): whom to trust."""

    host: str = "127.0.0.1"
    port: int = 1883
    username: str = ""
    password_file: str | None = None
    tls: bool = False
    ca_file: str | None = None
    keepalive_s: int = 20

    @property
    def place(self) -> str:
        """`host:port`, as errors and logs name it."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def password(self) -> str | None:
        """The first line of the password file; raises BadAccess where there is none."""
        if self.password_file is None:
            return None
        place = f"mqtt.password_file {self.password_file}"
        try:
            password = Path(self.password_file).read_text(encoding="utf-8").partition("\n")[0].strip()
        except OSError as problem:
            raise BadAccess(f"{place}: {problem.strerror}; mend the path or the file's rights") from None
        except UnicodeDecodeError:
            raise BadAccess(f"{place}: not UTF-8 text; write the password on its first line") from None
        if not password:
            raise BadAccess(f"{place}: nothing on its first line; write the password there")
        return password

    def context(self) -> ssl.SSLContext | None:
        """What TLS needs, or None without it; raises BadAccess where `ca_file` is no certificate."""
        if not self.tls:
            return None
        try:
            return ssl.create_default_context(cafile=self.ca_file)
        except OSError as problem:  # ssl.SSLError is one
            raise BadAccess(
                f"mqtt.ca_file {self.ca_file}: {problem.strerror or problem}; "
                "it must be the PEM certificate that signed the broker's"
            ) from None
