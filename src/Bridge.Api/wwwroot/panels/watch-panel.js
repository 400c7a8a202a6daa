import { hexOf, Types } from "../memory/types.js";
import { codeButton } from "../ui/code-button.js";
import { element, fill } from "../ui/element.js";
import { attempt } from "../ui/notice.js";
import { Plot } from "../ui/plot.js";
import { repeatWhileVisible } from "../ui/timing.js";

const pointInterval = 200;

/** Watched places in memory, each with its value and a plot. The browser stores them per game. */
export class WatchPanel {
  #parts;
  #context;
  #watches = [];
  #key = null;

  constructor(parts, context) {
    [this.#parts, this.#context] = [parts, context];
    fill(parts.watchType, Object.keys(Types));
    parts.watchType.value = "u16";
    parts.add.addEventListener("submit", event => {
      event.preventDefault();
      attempt(async () => {
        const [address, type, name] = [parts.watchAddress.value.trim(), parts.watchType.value, parts.watchName.value.trim()];
        // The bridge validates the address: this request throws if it is invalid.
        await context.bridge.run(context.actions.read([{ address, type }]));
        this.add({ address }, type, name);
        if (parts.watchAddress.value.trim() !== address) return;
        parts.watchAddress.value = parts.watchName.value = "";
        // With the focus on the screen, keys press buttons again.
        parts.bezel.focus({ preventScroll: true });
      });
    });
    parts.watchTools.append(codeButton(
      () => context.actions.read(this.#watches.length ? this.#watches.map(watch => watch.place) : [{ address: "0x02000020", type: "u16" }]),
      "read all of these in one frame"));
    repeatWhileVisible(pointInterval, () => {
      if (context.status.latest?.state === "running") for (const watch of this.#watches) watch.draw();
    }, context.signal);
    context.status.onGameChange(game => this.#open(game && `watches ${game.title} ${game.crc32}`));
  }

  /** Adds a watch. */
  add({ address, domain }, type, name = "") {
    this.#show({ place: { address, type, ...(domain && { domain }) }, name });
    this.#store();
  }

  #open(key) {
    for (const watch of this.#watches) watch.end();
    this.#watches = [];
    this.#parts.watchList.replaceChildren();
    this.#key = key;
    for (const watch of JSON.parse((key && localStorage.getItem(key)) ?? "[]")) this.#show(watch);
    this.#hint();
  }

  #show({ place, name }) {
    const label = name || place.address + (place.domain ? ` in ${place.domain}` : "");
    const plot = new Plot(label);
    const value = element("span", { className: "number" }, "…");
    const watch = { place, name, latest: null };
    const row = element("li", { className: "row watch" },
      element("span", { className: "grow" }, element("strong", {}, label),
        element("small", {}, ` ${name ? `${place.address} ` : ""}${place.type}`)),
      plot.view, value,
      element("button", { type: "button", "aria-label": `Remove ${label}`, title: "Remove", onclick: () => this.#remove(watch, row) }, "✕"),
      codeButton(() => this.#context.actions.read([place]), `read ${label}`));
    watch.end = this.#context.watched.add(place, read => {
      watch.latest = value.textContent = read.value;
      const { width } = Types[place.type];
      value.title = `0x${hexOf(read.value < 0 ? read.value + 2 ** (8 * width) : read.value, 2 * width)}`;
    }, problem => {
      watch.latest = null;
      [value.textContent, value.title] = ["–", problem.detail];
    });
    watch.draw = () => plot.add(watch.latest);
    this.#watches.push(watch);
    this.#parts.watchList.append(row);
    this.#hint();
  }

  #remove(watch, row) {
    watch.end();
    row.remove();
    this.#watches.splice(this.#watches.indexOf(watch), 1);
    this.#store();
    this.#hint();
  }

  #store() {
    if (this.#key) localStorage.setItem(this.#key, JSON.stringify(this.#watches.map(({ place, name }) => ({ place, name }))));
  }

  #hint() {
    this.#parts.watchList.querySelector(".hint")?.remove();
    if (this.#watches.length > 0) return;
    const hint = "No watches yet: add an address, or select a byte in Memory and choose Watch.";
    this.#parts.watchList.append(element("li", { className: "hint" }, hint));
  }
}
