/** The emulators' states as the page writes them; the last two are the page's own. */
export const stateNames = {
  "running": "Running", "held": "Frozen", "stopped": "Stopped", "paused": "Paused", "stuck": "Stuck", "crashed": "Game crashed",
  "no-game": "No game",
  "no-emulator": "No emulator", "script-outdated": "Script outdated", "wrong-secret": "Wrong secret",
  "foreign-script": "Foreign script", "failed": "Failed",
  "no-bridge": "No bridge", "refused": "Refused",
};

/** Returns whether a game runs in an emulator of this state, so that it has pictures. Pure. */
export function hasPictures(state) {
  return state === "running" || state === "held" || state === "stopped";
}
