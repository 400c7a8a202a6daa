"""Decoded video memory: palettes, maps of tiles, sprites and text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Union

Background = Union[int, str]
"""A background: 0 to 3, or "window", the Game Boy's window."""


@dataclass(frozen=True)
class Palettes:
    """The palettes of the backgrounds and of the sprites. Each color is "#RRGGBB"."""

    background: list[list[str]]
    sprites: list[list[str]]
    frame: int

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Palettes:
        """Parses a response."""
        return cls(json["background"], json["sprites"], json["frame"])


@dataclass(frozen=True)
class Affine:
    """The pixel (x, y) of the screen shows the pixel (origin_x + a x + b y, origin_y + c x + d y) of the map."""

    a: float
    b: float
    c: float
    d: float
    origin_x: float
    origin_y: float
    repeats: bool


@dataclass(frozen=True)
class TileMap:
    """The tiles of a background. `tiles`, `sheet_tiles`, `palettes` and `flips` have a list for each row.

    `tiles` are the numbers in the map; `sheet_tiles` those for `Emulator.tiles`, -1 for a tile that a background can't show. A flip is 1
    for left and right, 2 for top and bottom, 3 for both. `scroll_x` and `scroll_y` are the pixel of the map at the top left of the screen;
    None for an affine background. `priority` is None on a Game Boy.
    """

    background: str
    shown: bool
    columns: int
    rows: int
    colors: int
    priority: int | None
    scroll_x: int | None
    scroll_y: int | None
    affine: Affine | None
    tiles: list[list[int]]
    sheet_tiles: list[list[int]]
    palettes: list[list[int]]
    flips: list[list[int]]
    frame: int

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> TileMap:
        """Parses a response."""
        view = json.get("affine")
        affine = None if view is None else Affine(
            view["a"], view["b"], view["c"], view["d"], view["originX"], view["originY"], view["repeats"])
        return cls(
            json["background"], json["shown"], json["columns"], json["rows"], json["colors"], json.get("priority"), json.get("scrollX"),
            json.get("scrollY"), affine, json["tiles"], json["sheetTiles"], json["palettes"], json["flips"], json["frame"])


@dataclass(frozen=True)
class Sprite:
    """A sprite. `x` and `y` are its left and top edge on the screen; `sheet_tile` is its first tile for `Emulator.tiles`.

    `mode` is normal, blended, window or prohibited. `visible`: it is on the screen at least in part; backgrounds may cover it.
    """

    number: int
    x: int
    y: int
    width: int
    height: int
    tile: int
    sheet_tile: int
    colors: int
    palette: int
    priority: int
    flip_x: bool
    flip_y: bool
    affine: bool
    double_size: bool
    mode: str
    visible: bool

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Sprite:
        """Parses a sprite of a response."""
        return cls(
            json["number"], json["x"], json["y"], json["width"], json["height"], json["tile"], json["sheetTile"], json["colors"],
            json["palette"], json["priority"], json["flipX"], json["flipY"], json["affine"], json["doubleSize"], json["mode"],
            json["visible"])


@dataclass(frozen=True)
class TileText:
    """The text of a background. `x` and `y` are the place of its first tile on the screen.

    `visible` tells whether the rows are those on the screen; otherwise they are the whole map.
    """

    background: str
    visible: bool
    x: int
    y: int
    rows: list[str]
    frame: int

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> TileText:
        """Parses a response."""
        return cls(json["background"], json["visible"], json["x"], json["y"], json["rows"], json["frame"])
