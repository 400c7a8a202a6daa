import { nameOf, warningsOf } from "../bridge/game.js";
import { stateNames } from "../bridge/state-names.js";
import { explain } from "../ui/help.js";
import { setText } from "../ui/set-text.js";

/** Shows the emulator's state and game, and the current problem with its advice. */
export function showStatus(parts, status) {
  let type;
  status.subscribe(now => {
    setText(parts.state, stateNames[now.state] ?? now.state);
    parts.state.dataset.state = now.state;
    setText(parts.game, now.game ? [nameOf(now.game), now.game.code, now.game.platform].filter(Boolean).join(" · ") : "–");
    parts.game.title = now.game ? detailsOf(now.game) : "";
    const warnings = now.game ? warningsOf(now.game) : [];
    setText(parts.gameWarning, warnings.join(" "));
    parts.gameWarning.hidden = warnings.length === 0;
    showFrame(parts, now.frame);
    // The rate of a frozen game is that of its steps, averaged over seconds.
    setText(parts.rate, now.state === "held" ? "frozen" : now.state === "stopped" ? "stopped" : now.framesPerSecond?.toFixed(1) ?? "–");
    setText(parts.trip, now.connection?.open ? `${now.connection.roundTripMicroseconds.toLocaleString("en")} µs` : "–");

    parts.problem.hidden = !now.problem;
    if (!now.problem) return;
    type = now.problem.type;
    setText(parts.problemTitle, `${now.problem.title ?? stateNames[now.state] ?? now.state}.`);
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
