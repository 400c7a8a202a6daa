"""What tests of vectors have in common: one bridge for all tests of a class."""

from __future__ import annotations

from tests.running import RunningBridge  # first: it puts the sources on the path
from tests.test_fork import ImpatientTestCase

from mgba_bridge import Bridge  # noqa: E402


class SharedBridgeTestCase(ImpatientTestCase):
    """Tests on one bridge, each with a client of its own."""

    running: RunningBridge

    @classmethod
    def setUpClass(cls) -> None:
        cls.running = RunningBridge((), settings=("--Bridge:OnDemand:Max=32",))
        cls.addClassCleanup(cls.running.close)

    def setUp(self) -> None:
        super().setUp()
        self.bridge = Bridge(self.running.address)
        self.addCleanup(self.bridge.close)
