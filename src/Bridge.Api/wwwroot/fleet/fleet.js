import { drainHost, listHosts, readMeters, resumeHost } from "../bridge/actions.js";
import { codeButton } from "../ui/code-button.js";
import { confirmed } from "../ui/confirm.js";
import { element, partsOf } from "../ui/element.js";
import { attempt, notify } from "../ui/notice.js";
import { setText } from "../ui/set-text.js";
import { repeatWhileVisible } from "../ui/timing.js";
import { HostRow } from "./host-row.js";
import { drainQuestion, factsOf } from "./wording.js";

const interval = 2000;

/** Returns whether the bridge belongs to a fleet. */
export async function isInFleet(bridge) {
  try {
    return Boolean((await bridge.run(readMeters, { isPoll: true })).fleet);
  } catch (error) {
    if (!error.problem) throw error;
    return false;
  }
}

/** Fills `root` with the hosts of the fleet; it refreshes until the signal aborts. */
export function openFleet(root, { bridge, signal }) {
  root.replaceChildren(document.getElementById("fleet").content.cloneNode(true));
  new Fleet(partsOf(root), { bridge, signal });
}

class Fleet {
  #parts;
  #context;
  #rows = new Map();
  #facts = new Map();

  constructor(parts, context) {
    [this.#parts, this.#context] = [parts, context];
    parts.hostsCode.append(codeButton(() => listHosts, "list the hosts"));
    repeatWhileVisible(interval, () => this.#refresh(), context.signal);
  }

  async #refresh() {
    const { bridge, signal } = this.#context;
    try {
      const [{ hosts }, { fleet }] = await Promise.all(
        [listHosts, readMeters].map(action => bridge.run(action, { signal, isPoll: true })));
      this.#showHosts(hosts);
      this.#showFacts(factsOf(fleet));
      this.#say("");
    } catch (error) {
      if (error.name === "AbortError") return;
      this.#say(error.message);
      if (!error.problem) throw error;
    }
  }

  #showHosts(hosts) {
    const ids = new Set(hosts.map(({ id }) => id));
    for (const row of this.#rows.values()) if (!ids.has(row.id)) this.#remove(row);
    hosts.forEach((host, i) => {
      const row = this.#rows.get(host.id) ?? this.#add(host);
      row.show(host);
      const place = this.#parts.hosts.children[i];
      if (place !== row.view) this.#parts.hosts.insertBefore(row.view, place ?? null);
    });
  }

  #add(host) {
    const row = new HostRow(host, () => attempt(() => this.#drain(row)));
    this.#rows.set(host.id, row);
    return row;
  }

  // The focus moves to the table, because that of a removed element is lost.
  #remove(row) {
    const hadFocus = row.view.contains(document.activeElement);
    this.#rows.delete(row.id);
    row.view.remove();
    if (hadFocus) this.#parts.hostsTable.focus();
  }

  async #drain(row) {
    const { id, draining } = row.host;
    if (!draining && !(await confirmed(drainQuestion(row.host), "Drain"))) return;
    row.setBusy(true);
    try {
      await this.#context.bridge.run(draining ? resumeHost(id) : drainHost(id));
      notify(draining ? `${id} takes new emulators again.` : `${id} takes no new emulators.`);
    } finally {
      row.setBusy(false);
    }
    await this.#refresh();
  }

  #showFacts(facts) {
    for (const [name, text] of facts) {
      if (!this.#facts.has(name)) {
        const value = element("dd");
        this.#facts.set(name, value);
        this.#parts.facts.append(element("div", {}, element("dt", {}, name), value));
      }
      setText(this.#facts.get(name), text);
    }
  }

  #say(sentence) {
    setText(this.#parts.fleetSaid, sentence);
  }
}
