"""The settings of one table: read once from one commented TOML file into frozen, bounded values."""

from luza.settings.match import header
from luza.settings.model import Settings
from luza.settings.problems import Problem, SettingsError
from luza.settings.read import find, load, parse
from luza.settings.write import write

__all__ = ["Problem", "Settings", "SettingsError", "find", "header", "load", "parse", "write"]
