"""Plays recorded episodes again, from their actions alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy

from ..bridge import Bridge
from ..models import Picture, Place
from ..vectors.games import GameVector
from ..vectors.orders import MAX_STARTS, mask_of
from .dataset import Dataset, Episode


@dataclass(frozen=True)
class Difference:
    """Where a replay differs first: the episode, the step (0 is the reset), and what: "frame", "values" or "pixels"."""

    episode: int
    step: int
    what: str


def replay(bridge: Bridge, dataset: Dataset, *, games: int = 8, rom: str | None = None) -> list[Difference]:
    """Plays all episodes again in a vector of 1 to 256 games, and returns the first difference of each, none if all are equal.

    `rom` is a ROM of the bridge, if it has another name than in the recording. A ROM with another checksum raises ValueError.
    """
    info: dict[str, Any] = dataset.info
    picture = info["picture"]
    masks = numpy.array([mask_of(action) for action in info["actions"]], numpy.uint16)
    read = [Place(each["address"], each.get("type"), domain=each.get("domain")) for each in info["read"]]
    differences: list[Difference] = []
    with bridge.create_vector(
            rom or info["rom"], max(1, min(games, len(dataset))), frames=info["frames"], read=read, last=info["last"],
            picture=None if picture is None else Picture(**picture), sticky=info["sticky"], noops=info["noops"], clock=info["clock"],
            model=info["model"]) as vector:
        checksum = vector.game.get("crc32")
        if info["crc32"] not in (None, checksum):
            raise ValueError(f"The recording is of a ROM with the checksum {info['crc32']}; {vector.rom} has {checksum}.")
        for first in range(0, len(dataset), vector.count):
            numbers = range(first, min(first + vector.count, len(dataset)))
            differences += _play(vector, dataset, {number - first: number for number in numbers}, masks)
    return differences


def _play(vector: GameVector, dataset: Dataset, numbers: dict[int, int], masks: Any) -> list[Difference]:
    episodes = {game: dataset[number] for game, number in numbers.items()}
    slots: dict[int, int] = {}
    for episode in episodes.values():
        if episode.start not in slots:
            if len(slots) == MAX_STARTS:
                raise ValueError(f"At most {MAX_STARTS} different states at a time can be replayed: give fewer games.")
            slots[episode.start] = len(slots)
            vector.set_start(slots[episode.start], dataset.state(episode.start))
    found: dict[int, Difference] = {}
    for game, episode in episodes.items():
        vector.step(0, vector.frames + episode.noops, games=[game], starts=[slots[episode.start]], seeds=[episode.seed])
        _compare(vector, game, numbers[game], episode, 0, found)
    for step in range(max(len(episode.actions) for episode in episodes.values())):
        stepped = [game for game, episode in episodes.items() if step < len(episode.actions)]
        vector.step(masks[[int(episodes[game].actions[step]) for game in stepped]], games=stepped)
        for game in stepped:
            _compare(vector, game, numbers[game], episodes[game], step + 1, found)
    return list(found.values())


def _compare(vector: GameVector, game: int, number: int, episode: Episode, step: int, found: dict[int, Difference]) -> None:
    if game in found:
        return
    latest = vector.latest
    seen = episode.observations
    pairs = [("frame", latest.frame, episode.infos["frame"]), ("values", latest.values, seen["values"]),
             ("pixels", latest.pixels, seen.get("pixels"))]
    for what, shown, recorded in pairs:
        if shown is not None and recorded is not None and not (shown[game] == recorded[step]).all():
            found[game] = Difference(number, step, what)
            return
