import { codeButton } from "../ui/code-button.js";
import { element } from "../ui/element.js";

const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const maxRows = 50;

/** Shows the latest requests: time, request, status and duration. */
export function showLog(parts, requestLog, signal) {
  let isDrawPending = false;
  const draw = () => {
    isDrawPending = false;
    const entries = parts.polls.checked ? [...requestLog.polls, ...requestLog.requests].sort((one, other) => other.at - one.at)
      : requestLog.requests;
    parts.requests.replaceChildren(...entries.slice(0, maxRows).map(row));
    if (entries.length === 0) parts.requests.append(element("li", { className: "hint" }, "No requests yet: press a button."));
  };
  const drawSoon = entry => {
    if (isDrawPending || (entry?.isPoll && !parts.polls.checked)) return;
    isDrawPending = true;
    requestAnimationFrame(draw);
  };
  requestLog.subscribe(drawSoon);
  signal.addEventListener("abort", () => requestLog.unsubscribe(drawSoon));
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
      status === null ? "…" : `${status || "failed"} · ${milliseconds.toFixed(1)} ms`),
    codeButton(() => action, `${action.method} ${path}`));
  return line;
}
