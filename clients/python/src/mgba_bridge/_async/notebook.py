"""The notebook of an emulator's game."""

from __future__ import annotations

from .. import _calls as calls
from .._calls import Call, given, segment
from ..notebook import NamedAddress, Notebook, NotebookNote
from .base import AsyncEmulatorBase


class AsyncNotebookMethods(AsyncEmulatorBase):
    """Keeps notes and names for addresses of the running game, by the CRC-32 of its ROM. Every address takes the names."""

    async def notebook(self) -> Notebook:
        """Returns the notebook."""
        return await self._run(Call("GET", self._path + "/notebook", Notebook.of))

    async def import_notebook(self, notebook: Notebook) -> Notebook:
        """Replaces the notebook: at most 200 notes, 200 names and 256 KiB. Notes without id, time and frame get the present ones."""
        return await self._run(Call("PUT", self._path + "/notebook", Notebook.of, notebook.to_json(), repeatable=True))

    async def delete_notebook(self) -> None:
        """Deletes the notebook."""
        await self._run(Call("DELETE", self._path + "/notebook", calls.to_nothing, repeatable=True))

    async def add_notebook_note(self, text: str) -> NotebookNote:
        """Adds a line of 1 to 600 characters."""
        return await self._run(Call("POST", self._path + "/notebook/notes", NotebookNote.of_response, {"text": text}))

    async def delete_notebook_note(self, note: int) -> None:
        """Removes the note of an id."""
        await self._run(Call("DELETE", f"{self._path}/notebook/notes/{note}", calls.to_nothing))

    async def set_notebook_name(self, name: str, meaning: NamedAddress) -> None:
        """Gives an address a name: a letter or _, then letters, digits and _ . @ # $, at most 64 characters."""
        body = given(address=meaning.address, type=meaning.type, comment=meaning.comment)
        await self._run(Call("PUT", self._notebook_name(name), calls.to_nothing, body, repeatable=True))

    async def delete_notebook_name(self, name: str) -> None:
        """Forgets a name."""
        await self._run(Call("DELETE", self._notebook_name(name), calls.to_nothing))

    def _notebook_name(self, name: str) -> str:
        return f"{self._path}/notebook/names/{segment(name)}"
