"""The notebook against a real bridge and a game."""

from __future__ import annotations

import unittest

from tests.running import RunningTest

from mgba_bridge import NamedAddress, NotFound, Notebook, NotebookNote


class NotebookTests(RunningTest):
    """Notes and names of the game."""

    def test_notes_and_names_are_kept(self) -> None:
        self.game.delete_notebook()
        note = self.game.add_notebook_note("The key is behind the waterfall.")
        self.assertEqual((note.id, note.text), (1, "The key is behind the waterfall."))
        self.game.set_notebook_name("frames", NamedAddress("0x02000000", "u32", "Counts"))
        self.assertGreater(self.game.read("frames", "u32"), 0)
        kept = self.game.notebook()
        self.assertEqual((kept.notes, kept.names["frames"]), ([note], NamedAddress("0x02000000", "u32", "Counts")))
        self.game.delete_notebook_note(1)
        self.game.delete_notebook_name("frames")
        with self.assertRaises(NotFound):
            self.game.delete_notebook_name("frames")
        self.assertEqual(self.game.import_notebook(kept), kept)
        again = self.game.import_notebook(Notebook([NotebookNote("Later")]))
        self.assertEqual(([each.text for each in again.notes], again.names), (["Later"], {}))
        self.game.delete_notebook()


if __name__ == "__main__":
    unittest.main()
