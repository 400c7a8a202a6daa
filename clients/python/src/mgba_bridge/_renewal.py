"""Renews leases while their objects live."""

from __future__ import annotations

import logging
import os
import threading
import weakref
from collections.abc import Callable

_LONGEST_SECONDS = 3600.0
_LOG = logging.getLogger("mgba_bridge")


class Renewal:
    """A thread that calls `renew` of an object three times in a lease, until the object is gone, `stop` is called or it returns False."""

    def __init__(self, owner: object, renew: Callable[[], bool], seconds: float) -> None:
        self._stopped = threading.Event()
        self._process = os.getpid()
        weakref.finalize(owner, self.stop).atexit = False
        threading.Thread(target=_renew, args=(self._stopped, renew, min(seconds / 3, _LONGEST_SECONDS)), name="mgba-bridge lease",
                         daemon=True).start()

    def stop(self) -> None:
        """Ends the thread."""
        # In a forked process there is no thread, and its lock may be taken forever.
        if os.getpid() == self._process:
            self._stopped.set()


def _renew(stopped: threading.Event, renew: Callable[[], bool], interval: float) -> None:
    while not stopped.wait(interval):
        try:
            if not renew():
                return
        except Exception:
            # Otherwise the lease would end the run that it is for.
            _LOG.exception("A lease was not renewed; it is tried again.")
