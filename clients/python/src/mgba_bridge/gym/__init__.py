"""Environments for Gymnasium 1.0 or newer: pip install 'mgba-bridge[gym]'.

    import gymnasium, mgba_bridge.gym
    env = gymnasium.make("mgba_bridge/Game-v0", rom="maze.gba", task=task, render_mode="rgb_array")
    envs = gymnasium.make_vec("mgba_bridge/Game-v0", num_envs=16, rom="maze.gba", task=task)
"""

import gymnasium

from .emulators import BridgeEnv, BridgeVectorEnv
from .single import RomEnv
from .spaces import space_of
from .vector import RomVectorEnv

__all__ = ["BridgeEnv", "BridgeVectorEnv", "RomEnv", "RomVectorEnv", "space_of"]

gymnasium.register(id="mgba_bridge/Game-v0", entry_point="mgba_bridge.gym:RomEnv", vector_entry_point="mgba_bridge.gym:RomVectorEnv")
