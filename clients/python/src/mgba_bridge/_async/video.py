"""Decoded video memory of an emulator's game."""

from __future__ import annotations

from collections.abc import Mapping

from .. import _calls as calls
from .._calls import Call, given, query, segment
from ..video import Background, Palettes, Sprite, TileMap, TileText
from .base import AsyncEmulatorBase


class AsyncVideoMethods(AsyncEmulatorBase):
    """Returns pictures as data: palettes, tiles, maps, sprites, and text by a table of characters."""

    async def palettes(self) -> Palettes:
        """Returns the colors of the palettes."""
        return await self._run(Call("GET", self._path + "/video/palettes", lambda response: Palettes.of(calls.to_json(response))))

    async def tiles(self, first: int = 0, count: int = 1024, *, columns: int = 32, palette: int = 0, sprites: bool = False,
                    colors: int | None = None) -> bytes:
        """Returns up to 1,024 tiles as a PNG, in rows of 1 to 64 `columns`. Tiles count from the start of video memory.

        `palette` is one of the backgrounds', or with `sprites` of the sprites'. `colors` of a GBA's tile are 16 (default) or 256.
        """
        parameters = given(first=first, count=count, columns=columns, palette=palette, sprites=sprites, colors=colors)
        return await self._run(Call("GET", self._path + "/video/tiles" + query(parameters), calls.to_file))

    async def tile_map(self, background: Background = 0) -> TileMap:
        """Returns the tiles of a background. One that is a bitmap, or that the video mode lacks, is a conflict."""
        return await self._run(Call("GET", self._map(background), lambda response: TileMap.of(calls.to_json(response))))

    async def tile_map_picture(self, background: Background = 0) -> bytes:
        """Returns the whole map of a background as a PNG, without other backgrounds and sprites."""
        return await self._run(Call("GET", self._map(background) + "?format=png", calls.to_file))

    async def sprites(self) -> list[Sprite]:
        """Returns all sprites: 128 of a GBA, 40 of a Game Boy."""
        parse = calls.member("sprites", lambda all: [Sprite.of(each) for each in all])
        return await self._run(Call("GET", self._path + "/video/sprites", parse))

    async def sprite_picture(self, number: int) -> bytes:
        """Returns a sprite as a PNG, with its flips, without rotation and scaling."""
        return await self._run(Call("GET", f"{self._path}/video/sprites/{number}", calls.to_file))

    async def read_text(self, table: Mapping[int, str], background: Background = 0, *, otherwise: str = " ",
                        visible: bool = True) -> TileText:
        """Reads the text of a background by a table: up to 1,024 texts of 1 to 8 characters by the number of the tile in the map.

        `otherwise` is the text of other tiles. With `visible` false the rows are the whole map, else those on the screen.
        """
        body = {"table": {str(tile): text for tile, text in table.items()}, "background": str(background), "otherwise": otherwise,
                "visible": visible}
        return await self._run(Call("POST", self._path + "/video/text", lambda response: TileText.of(calls.to_json(response)), body,
                                    repeatable=True))

    def _map(self, background: Background) -> str:
        return f"{self._path}/video/maps/{segment(str(background))}"
