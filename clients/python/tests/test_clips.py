"""Clips and sound against a real bridge and the button-test game."""

from __future__ import annotations

import pathlib
import tempfile
import unittest

from tests.running import RunningTest

from mgba_bridge import InvalidRequest, UnknownMovie


class ClipTests(RunningTest):
    """What the game did, as files to show."""

    def test_a_clip_shows_the_frames_of_the_history(self) -> None:
        with self.game.hold(lease_seconds=60) as held:
            held.step(30)
            first = self.game.history().now + 1
            held.step(60, "A")
            clip = self.game.clip(first=first, last=first + 59, scale=2, overlay=["buttons", "frame"], text="A!")
            self.assertEqual((clip.format, clip.first, clip.last, clip.reduced_pictures), ("gif", first, first + 59, 0))
            self.assertEqual(clip.data[:6], b"GIF89a")
            self.assertIsNone(clip.subtitles)
            noted = self.game.add_note("Done <é>")
            self.assertEqual([(note.text, note.at) for note in self.game.notes(1)], [("Done <é>", noted)])
            self.assertTrue(self.game.show_message("Done <é>", 1))
            shown = self.game.clip(first=noted, last=noted, overlay=["notes"])
            self.assertTrue((shown.subtitles or "").endswith("\nDone &lt;é&gt;\n"))
            self.assertEqual(int.from_bytes(clip.data[6:8], "little"), 480)
            self.assertAlmostEqual(clip.seconds, 60 / 59.7275, places=2)
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "run.gif")
                clip.save(path)
                self.assertEqual(path.read_bytes(), clip.data)

            part = self.game.clip(1, format="apng", crop=(0, 0, 40, 30), only_changed=True)
            self.assertEqual(part.data[16:24], (40).to_bytes(4, "big") + (30).to_bytes(4, "big"))
            self.game.write_movie("run", first, first + 59)
            self.assertEqual(self.game.clip(movie="run", first=1, last=10).last, 10)
            self.assertEqual(self.game.clip(1, format="wav").data[:4], b"RIFF")
            self.assertEqual(self.game.audio(1)[8:12], b"WAVE")

    def test_what_can_not_be_shown_raises(self) -> None:
        with self.assertRaises(InvalidRequest):
            self.game.clip(36000)
        with self.assertRaises(UnknownMovie):
            self.game.clip(movie="missing")
        with self.assertRaises(InvalidRequest):
            self.game.set_volume(2)
        self.game.set_volume(1)


if __name__ == "__main__":
    unittest.main()
