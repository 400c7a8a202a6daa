import { codeButton } from "../ui/code-button.js";
import { element } from "../ui/element.js";

const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const shown = 50;

/** The last requests: when, what, how it ended and how long it took. */
export function showLog(parts, journal, signal) {
  let isDue = false;
  const draw = () => {
    isDue = false;
    const entries = parts.polls.checked ? [...journal.polls, ...journal.asked].sort((one, other) => other.at - one.at) : journal.asked;
    parts.requests.replaceChildren(...entries.slice(0, shown).map(row));
    if (entries.length === 0) parts.requests.append(element("li", { className: "hint" }, "None yet: press a button."));
  };
  const soon = entry => {
    if (signal.aborted || isDue || (entry?.isPoll && !parts.polls.checked)) return;
    isDue = true;
    requestAnimationFrame(draw);
  };
  journal.follow(soon);
  parts.polls.addEventListener("change", draw);
  draw();
}

function row({ action, at, status, sentence, milliseconds }) {
  const path = action.path.replace(/^\/emulators\/[^/]+/, "…");
  const line = element("li", { className: "row" },
    element("time", {}, time.format(at)),
    element("span", { className: "grow path", title: sentence || JSON.stringify(action.body) || "" },
      element("strong", {}, action.method), ` ${path} `,
      element("small", {}, sentence || (action.body ? JSON.stringify(action.body) : ""))),
    element("span", { className: `number${status !== null && (status === 0 || status >= 400) ? " bad" : ""}` },
      status === null ? "…" : `${status || "none"} · ${milliseconds.toFixed(1)} ms`),
    codeButton(() => action, `${action.method} ${path}`));
  return line;
}
