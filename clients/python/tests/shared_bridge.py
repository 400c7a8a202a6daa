"""One bridge for all tests of a class, without emulators at first."""

from __future__ import annotations

from tests.running import RunningBridge  # first: it puts the sources on the path
from tests.test_fork import ImpatientTestCase

from mgba_bridge import Bridge


class SharedBridgeTestCase(ImpatientTestCase):
    """Tests on one bridge, each with a client of its own."""

    running: RunningBridge

    @classmethod
    def setUpClass(cls) -> None:
        # A vector counts as several created emulators; the default max, twice the processors, is too low on small machines.
        cls.running = RunningBridge(names=(), settings=("--Bridge:OnDemand:Max=32",))
        cls.addClassCleanup(cls.running.close)

    def setUp(self) -> None:
        super().setUp()
        self.bridge = Bridge(self.running.address)
        self.addCleanup(self.bridge.close)
