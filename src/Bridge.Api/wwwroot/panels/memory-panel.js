import { onDomainsChange } from "../memory/domains.js";
import { HexGrid } from "../memory/hex-grid.js";
import { bytesOf, hexOf, numberOf, Types, valueAt } from "../memory/types.js";
import { codeButton } from "../ui/code-button.js";
import { confirmed } from "../ui/confirm.js";
import { fill } from "../ui/element.js";
import { attempt, notify } from "../ui/notice.js";

const framesToSearch = 3600; // a minute

const narrow = matchMedia("(max-width: 34rem)");

/** The memory viewer: shows live bytes of a domain and the values at the selection, and writes values after a confirmation. */
export class MemoryPanel {
  #parts;
  #context;
  #grid;
  #domains = null;
  #domain = null;
  #begin = 0;
  #bytes = new Uint8Array(0);
  #endWatching = () => {};

  constructor(parts, context, watches) {
    [this.#parts, this.#context] = [parts, context];
    this.#grid = new HexGrid(parts.hex, narrow.matches ? 8 : 16, {
      onSelect: () => this.#inspect(), onEnter: () => parts.value.focus(), onScroll: bytes => this.#showFrom(this.#begin + bytes),
    });
    fill(parts.type, Object.keys(Types));
    parts.type.value = "u16";
    parts.type.addEventListener("change", () => this.#inspect());
    parts.domain.addEventListener("change", () => this.#open(parts.domain.value));
    parts.previous.addEventListener("click", () => this.#showFrom(this.#begin - this.#grid.size));
    parts.next.addEventListener("click", () => this.#showFrom(this.#begin + this.#grid.size));
    parts.go.addEventListener("submit", event => {
      event.preventDefault();
      this.#go(numberOf(parts.address.value));
    });
    parts.edit.addEventListener("submit", event => {
      event.preventDefault();
      attempt(() => this.#write());
    });
    parts.watch.addEventListener("click", () => this.#domain && watches.add(this.#place, parts.type.value));
    parts.writer.addEventListener("click", () => attempt(() => this.#findWriter()));
    context.status.onGameChange(() => (parts.writer.hidden = !context.status.latest?.script?.capabilities.includes("history")));
    parts.memoryTools.append(codeButton(() => this.#domain && context.actions.read([this.#range]), "read these bytes"));
    parts.writeCode.append(codeButton(() => {
      const value = numberOf(parts.value.value);
      return this.#domain && context.actions.write(this.#place, Number.isNaN(value) ? 0 : value, parts.type.value);
    }, "write this value"));
    onDomainsChange(context.bridge, context.actions, context.status, context.signal, domains => this.#setDomains(domains));
  }

  /** Shows and selects a bus address. */
  #go(address) {
    const domain = this.#domains?.at(address);
    if (!domain) return notify("The address must be a bus address in one of the domains, for example 0x02000020.", true);
    if (domain !== this.#domain) this.#parts.domain.value = domain.name;
    this.#domain = domain;
    const offset = address - domain.base;
    this.#showFrom(offset - (offset % this.#grid.width));
    return this.#grid.select(offset - this.#begin);
  }

  #setDomains(domains) {
    const wanted = this.#parts.domain.value || "wram";
    [this.#domains, this.#domain] = [domains, null];
    this.#endWatching();
    if (!domains) return;
    fill(this.#parts.domain, domains.all.map(({ name }) => name));
    this.#open(domains.get(wanted) ? wanted : domains.all[0].name);
  }

  #open(name) {
    if (!this.#domains) return;
    this.#domain = this.#domains.get(name);
    this.#parts.domain.value = name;
    this.#showFrom(0);
  }

  #showFrom(offset) {
    if (!this.#domain) return;
    const last = Math.max(0, this.#domain.size - this.#grid.size);
    this.#begin = Math.min(Math.max(0, offset), last);
    this.#parts.address.value = `0x${this.#domains.label(this.#domain, this.#begin)}`;
    this.#endWatching();
    let isSamePlace = false;
    const [domain, begin] = [this.#domain, this.#begin];
    this.#endWatching = this.#context.watched.add(this.#range, ({ hex }) => {
      this.#bytes = bytesOf(hex);
      this.#grid.show(this.#bytes, row => this.#domains.label(domain, begin + row), isSamePlace);
      isSamePlace = true;
      this.#inspect();
    });
  }

  #inspect() {
    if (!this.#domain || this.#bytes.length === 0) return;
    const at = this.#grid.offset;
    const values = Object.keys(Types).map(type => `${type} ${valueAt(this.#bytes, at, type) ?? "–"}`);
    this.#parts.typed.textContent = `0x${this.#domains.label(this.#domain, this.#begin + at)}   ${values.join("   ")}`;
    this.#parts.value.placeholder = String(valueAt(this.#bytes, at, this.#parts.type.value) ?? "");
  }

  async #write() {
    const { bridge, actions } = this.#context;
    if (!this.#domain) return notify("No game is running.", true);
    const [place, type, value] = [this.#place, this.#parts.type.value, numberOf(this.#parts.value.value)];
    if (Number.isNaN(value)) return notify("The value must be a number, for example 7, -1, 0x1F or $1F.", true);
    const where = `0x${this.#domains.label(this.#domain, this.#begin + this.#grid.offset)}`;
    const now = valueAt(this.#bytes, this.#grid.offset, type);
    const also = value >= 0 ? ` (0x${hexOf(value, 2 * Types[type].width)})` : "";
    const question = `Write ${value}${also} as ${type} to ${where}? The current value is ${now ?? "unknown"}.`;
    if (!(await confirmed(question, "Write"))) return undefined;
    await bridge.run(actions.write(place, value, type));
    this.#parts.value.value = "";
    // Watches send no events while the game is held.
    await this.#context.watched.refresh();
    return notify(`${where} is now ${value}.`);
  }

  /** Asks which instruction wrote the selected byte last. */
  async #findWriter() {
    if (!this.#domain) return;
    const { bridge, actions } = this.#context;
    const bus = this.#domain.base + this.#begin + this.#grid.offset;
    if (!this.#domains.isFlat && bus > 0xFFFF) return notify("Only memory on the bus is looked at: choose a lower offset.", true);
    const address = `0x${hexOf(bus, 8)}`;
    this.#parts.writerSaid.textContent = `Looks for the last write to ${address}…`;
    try {
      const { write, since } = await bridge.run(actions.lastWriter(address, framesToSearch));
      return void (this.#parts.writerSaid.textContent = write
        ? `${address}: the instruction at ${write.pc} wrote ${write.value} in frame ${write.at.toLocaleString("en")}.`
          + (since ? " Something else wrote later." : "")
        : `${address}: no instruction wrote there in the last minute.`);
    } catch (error) {
      this.#parts.writerSaid.textContent = "";
      throw error;
    }
  }

  get #place() {
    return this.#domains.place(this.#domain, this.#begin + this.#grid.offset);
  }

  get #range() {
    return { ...this.#domains.place(this.#domain, this.#begin), length: Math.min(this.#grid.size, this.#domain.size - this.#begin) };
  }
}
