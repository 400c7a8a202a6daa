import { nameOf, warningsOf } from "../bridge/game.js";
import { explain } from "../ui/help.js";

const names = {
  "running": "Running", "held": "Held", "paused": "Paused", "stuck": "Stuck", "crashed": "Game crashed", "no-game": "No game",
  "no-emulator": "No emulator", "script-outdated": "Script outdated", "wrong-secret": "Wrong secret",
  "no-bridge": "No bridge", "refused": "Refused",
};

/** Shows the emulator's state and game, and the current problem with its advice. */
export function showStatus(parts, status) {
  let type;
  status.subscribe(now => {
    setText(parts.state, names[now.state] ?? now.state);
    parts.state.dataset.state = now.state;
    setText(parts.game, now.game ? [nameOf(now.game), now.game.code, now.game.platform].filter(Boolean).join(" · ") : "–");
    parts.game.title = now.game ? detailsOf(now.game) : "";
    const warnings = now.game ? warningsOf(now.game) : [];
    setText(parts.gameWarning, warnings.join(" "));
    parts.gameWarning.hidden = warnings.length === 0;
    showFrame(parts, now.frame);
    setText(parts.rate, now.framesPerSecond?.toFixed(1) ?? "–");
    setText(parts.trip, now.connection?.open ? `${now.connection.roundTripMicroseconds.toLocaleString("en")} µs` : "–");

    parts.problem.hidden = !now.problem;
    if (!now.problem) return;
    type = now.problem.type;
    setText(parts.problemTitle, `${now.problem.title ?? names[now.state] ?? now.state}.`);
    setText(parts.problemAdvice, now.problem.advice);
    parts.problemHelp.hidden = !type;
  });
  parts.problemHelp.addEventListener("click", () => explain(type));
}

function detailsOf({ file, crc32, size, save, patch }) {
  return [
    file, `CRC32 ${crc32}, ${size.toLocaleString("en")} bytes`,
    save?.path && `Saves to ${save.path}`, patch?.applied && `Patch ${patch.file}`,
  ].filter(Boolean).join("\n");
}

/** Shows the game's frame number, or a dash if it is unknown. */
export function showFrame(parts, frame) {
  setText(parts.frame, frame?.toLocaleString("en") ?? "–");
}

// Screen readers announce a text each time it is set, even if it did not change.
function setText(part, text) {
  if (part.textContent !== text) part.textContent = text;
}
