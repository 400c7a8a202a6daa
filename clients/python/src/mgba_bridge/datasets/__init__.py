"""Episodes in one file: what agents did, saw and got, and exact replays. Needs numpy."""

from .dataset import Dataset, Episode
from .recorder import Recorder
from .replaying import Difference, replay

__all__ = ["Dataset", "Difference", "Episode", "Recorder", "replay"]
