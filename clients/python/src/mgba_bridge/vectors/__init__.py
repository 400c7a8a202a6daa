"""Vectors: up to 256 copies of one game that a learning loop steps together. Needs numpy."""

from .games import GameVector
from .steps import VectorStep

__all__ = ["GameVector", "VectorStep"]
