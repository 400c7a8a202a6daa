import { onDomainsChange } from "../memory/domains.js";
import { hexOf, numberOf, Types } from "../memory/types.js";
import { codeButton } from "../ui/code-button.js";
import { element, fill } from "../ui/element.js";
import { attempt, notify } from "../ui/notice.js";

const withValue = [
  ["eq", "equal to"], ["ne", "not equal to"], ["lt", "less than"], ["le", "at most"], ["gt", "greater than"], ["ge", "at least"],
];
const first = [...withValue, ["any", "any"]];
const narrowing = [
  ["changed", "changed"], ["unchanged", "unchanged"], ["increased", "increased"], ["decreased", "decreased"], ...withValue,
];
// The domain of a search in all of the console's working RAM.
const workingRam = "";
const maxLength = 1_048_576;
const maxMatches = 50;

/** Searches all RAM or a domain for a value, then narrows the matches as the value changes. */
export class SearchPanel {
  #parts;
  #context;
  #watches;
  #domains = null;
  #id = null;

  constructor(parts, context, watches) {
    [this.#parts, this.#context, this.#watches] = [parts, context, watches];
    fill(parts.searchType, Object.keys(Types));
    parts.searchType.value = "u16";
    parts.is.addEventListener("change", () => this.#offerValue());
    parts.newSearch.addEventListener("click", () => attempt(() => this.#reset()));
    parts.find.addEventListener("submit", event => {
      event.preventDefault();
      attempt(() => this.#search());
    });
    parts.searchTools.append(codeButton(() => this.#domains && context.actions.search(this.#query), "this search"));
    onDomainsChange(context.bridge, context.actions, context.status, context.signal, domains => {
      this.#domains = domains;
      if (domains) fill(parts.searchDomain, [[workingRam, "all RAM"], ...domains.all.map(({ name }) => name)]);
      this.#clear();
    });
  }

  async #search() {
    const { bridge, actions } = this.#context;
    if (!this.#domains) return notify("No game is running.", true);
    const query = this.#query;
    if (Number.isNaN(query.value)) return notify("The value must be a number, for example 7, -1, 0x1F or $1F.", true);
    try {
      const { id, count, matches, frame } = await bridge.run(actions.search(query));
      return this.#show(id, count, matches, frame);
    } catch (error) {
      if (error.problem?.type.endsWith("#unknown-search")) this.#clear();
      throw error;
    }
  }

  get #query() {
    const { searchDomain, searchType, is, searchValue } = this.#parts;
    const value = searchValue.disabled ? undefined : numberOf(searchValue.value);
    if (this.#id !== null) return { id: this.#id, is: is.value, value, limit: maxMatches };
    const query = { type: searchType.value, is: is.value, value, limit: maxMatches };
    if (searchDomain.value === workingRam) return query;
    const domain = this.#domains.get(searchDomain.value);
    return { ...this.#domains.place(domain, 0), length: Math.min(domain.size, maxLength), ...query };
  }

  #show(id, count, matches, frame) {
    const isFirst = this.#id === null;
    this.#id = id;
    this.#parts.found.textContent = `${count.toLocaleString("en")} ${count === 1 ? "match" : "matches"}`
      + ` in frame ${frame.toLocaleString("en")}`
      + (count > matches.length ? `; showing the first ${matches.length}.` : ".");
    this.#parts.matches.replaceChildren(...(count > 0 ? matches : []).map(match => this.#row(match)));
    if (isFirst) this.#offer(narrowing);
  }

  #row({ address, value, previous }) {
    const { searchType } = this.#parts;
    const [place, label] = this.#placeOf(address);
    const onclick = () => this.#watches.add(place, searchType.value);
    return element("li", { className: "row" },
      element("code", { className: "grow" }, label),
      element("span", { className: "number", title: `0x${hexOf(value < 0 ? 0 : value, 2)}` },
        previous === undefined ? `${value}` : `${previous} → ${value}`),
      element("button", { type: "button", "aria-label": `Watch ${address}`, onclick }, "Watch"));
  }

  /** Returns a match as requests address it, and as the user reads it. */
  #placeOf(address) {
    const { value } = this.#parts.searchDomain;
    if (value === workingRam) return [{ address }, address];
    const domain = this.#domains.get(value);
    const offset = this.#domains.place(domain, 0).domain ? Number(address) : Number(address) - domain.base;
    return [this.#domains.place(domain, offset), `0x${this.#domains.label(domain, offset)}`];
  }

  async #reset() {
    const id = this.#id;
    this.#clear();
    await this.#context.bridge.run(this.#context.actions.deleteSearch(id));
  }

  #clear() {
    this.#id = null;
    this.#parts.matches.replaceChildren();
    this.#parts.found.textContent = "Search for a value, or for “any” if you don't know it yet. Then play on and narrow the results.";
    this.#offer(first);
  }

  #offer(comparisons) {
    const narrows = comparisons === narrowing;
    fill(this.#parts.is, comparisons);
    this.#parts.searchGo.textContent = narrows ? "Narrow" : "Search";
    this.#parts.newSearch.hidden = !narrows;
    this.#parts.searchDomain.disabled = this.#parts.searchType.disabled = narrows;
    this.#offerValue();
  }

  #offerValue() {
    this.#parts.searchValue.disabled = !withValue.some(([name]) => name === this.#parts.is.value);
    this.#parts.searchValue.required = !this.#parts.searchValue.disabled;
  }
}
