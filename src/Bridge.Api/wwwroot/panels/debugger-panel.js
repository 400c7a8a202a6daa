import { events } from "../bridge/events.js";
import { codeButton } from "../ui/code-button.js";
import { element, fill } from "../ui/element.js";
import { attempt } from "../ui/notice.js";
import { repeatWhileVisible } from "../ui/timing.js";

const refreshInterval = 1000;
const maxHits = 50;

const hex = number => `0x${number.toString(16).toUpperCase().padStart(8, "0")}`;

/** Breakpoints with their hits, and of a stopped game its registers, its next instructions and its calls. */
export class DebuggerPanel {
  #parts;
  #context;
  #listening = null;
  #isStopped = false;

  constructor(parts, context) {
    [this.#parts, this.#context] = [parts, context];
    const { bridge, actions, status, live, signal } = context;
    fill(parts.breakpointOn, ["execute", "write", "change", "read", "access"]);
    fill(parts.breakpointThen, ["stop", "log"]);
    parts.breakpointForm.addEventListener("submit", event => {
      event.preventDefault();
      this.#try(async () => {
        await bridge.run(actions.setBreakpoint(this.#wanted()));
        parts.breakpointAddress.value = "";
      });
    });
    parts.stopContinue.addEventListener("click", () =>
      this.#try(() => bridge.run(this.#isStopped ? actions.continueGame() : actions.stopGame())));
    parts.stopStep.addEventListener("click", () => this.#try(() => bridge.run(actions.stepInstructions(1))));
    parts.debuggerTools.append(codeButton(() => actions.setBreakpoint(this.#wanted()), "set this breakpoint"));
    live.on("open state", () => this.#refresh());
    status.onGameChange(() => this.#refresh());
    // Other clients set breakpoints as well, and the hits count up.
    repeatWhileVisible(refreshInterval, () => this.#hasBreakpoints && this.#refresh(), signal);
    signal.addEventListener("abort", () => this.#listening?.abort());
  }

  get #hasBreakpoints() {
    return this.#parts.breakpointList.childElementCount > 0;
  }

  #wanted() {
    const parts = this.#parts;
    const address = parts.breakpointAddress.value.trim() || "0x08000000";
    return { address, on: parts.breakpointOn.value, then: parts.breakpointThen.value };
  }

  #try(act) {
    return attempt(async () => {
      await act();
      await this.#refresh();
    });
  }

  async #refresh() {
    const { bridge, actions, status, signal } = this.#context;
    const can = status.latest?.script?.capabilities.includes("breakpoints") ?? false;
    this.#parts.debugger.hidden = !can;
    if (!can || !status.isPlaying) return;
    try {
      const { breakpoints, stop } = await bridge.run(actions.breakpoints(), { signal, isPoll: true });
      this.#showBreakpoints(breakpoints);
      await this.#showStop(stop);
    } catch (error) {
      if (!error.problem && error.name !== "AbortError") throw error;
    }
  }

  #showBreakpoints(breakpoints) {
    const { bridge, actions } = this.#context;
    this.#parts.breakpointList.replaceChildren(...breakpoints.map(({ id, on, address, length, then, hits }) => {
      const label = `${on} ${address}${length > 1 ? ` and ${length - 1} more` : ""}`;
      return element("li", { className: "row" },
        element("span", { className: "grow" }, element("strong", {}, label), element("small", {}, ` ${then}`)),
        element("span", { className: "number" }, `${hits.toLocaleString("en")} ${hits === 1 ? "hit" : "hits"}`),
        element("button", {
          type: "button", "aria-label": `Remove ${label}`, title: "Remove",
          onclick: () => this.#try(() => bridge.run(actions.deleteBreakpoint(id))),
        }, "✕"));
    }));
    const logs = breakpoints.some(({ then }) => then === "log");
    if (logs && !this.#listening) this.#listen();
    if (!logs) this.#listening?.abort();
  }

  async #showStop(stop) {
    const parts = this.#parts;
    this.#isStopped = Boolean(stop);
    parts.stopStep.disabled = !stop;
    parts.stopContinue.textContent = stop ? "Continue" : "Stop";
    parts.stopped.hidden = !stop;
    parts.stopSaid.textContent = stop ? sentenceOf(stop) : this.#hasBreakpoints ? "The game runs." : "";
    if (!stop) return;
    const { bridge, actions, signal } = this.#context;
    const options = { signal, isPoll: true };
    const [code, stack] = await Promise.all([bridge.run(actions.disassembly(stop.pc), options), bridge.run(actions.callStack(), options)]);
    parts.registers.replaceChildren(...Object.entries(stop.registers).map(([name, value]) =>
      element("div", {}, element("dt", {}, name), element("dd", {}, hex(value)))));
    parts.codeLines.replaceChildren(...code.instructions.map(({ address, symbol, text }) =>
      element("li", {}, `${address} ${text}${symbol ? ` ; ${symbol}` : ""}`)));
    parts.calls.replaceChildren(...stack.calls.map(({ call, symbol }) => element("li", {}, `from ${call}${symbol ? ` ; ${symbol}` : ""}`)));
  }

  async #listen() {
    const { bridge, actions } = this.#context;
    const stop = this.#listening = new AbortController();
    this.#parts.hits.hidden = false;
    try {
      for await (const { topic, data } of events(await bridge.open(actions.breakpointHits(), stop.signal))) {
        if (topic === "breakpoint" && !document.hidden) this.#showHit(data);
      }
    } catch (error) {
      if (error.name !== "AbortError" && !error.problem && !(error instanceof TypeError)) throw error;
    } finally {
      // The next refresh begins again while there is a breakpoint that logs.
      this.#listening = null;
    }
  }

  #showHit({ on, pc, address, before, value, frame, lost }) {
    const text = lost !== undefined ? `${lost.toLocaleString("en")} more`
      : `${on} ${address}${before === undefined ? "" : ` ${before} →`}${value === undefined ? "" : ` ${value}`} by ${pc}`;
    const { hits } = this.#parts;
    hits.prepend(element("li", { className: "row" },
      element("span", { className: "grow path" }, text), element("span", { className: "number" }, frame.toLocaleString("en"))));
    while (hits.childElementCount > maxHits) hits.lastElementChild.remove();
  }
}

function sentenceOf({ on, pc, instruction, address, before, value }) {
  if (on === "step" || on === "execute") return `Stopped before ${pc}.`;
  const change = before === undefined ? value : `${before} → ${value}`;
  return `Stopped before ${pc}: ${instruction} did a ${on} of ${address} (${change}).`;
}
