import { element } from "./element.js";

const pageLength = 10;

/** A search field above a list. The focus stays in the field: typing filters the list, and arrow keys select a row. */
export class SearchList {
  #field;
  #list;
  #options;
  #items = [];
  #isPreferred = () => false;
  #shown = [];
  #selected = -1;

  /**
   * `find(items, text)` returns the matching items, and `contentsOf(item)` the contents of a row. `onSelect()` is called after each
   * change of the selection, `onFilter()` after each change of the rows, `onChoose(item)` after a click on a row.
   */
  constructor(field, list, { find, contentsOf, onSelect, onFilter, onChoose }) {
    [this.#field, this.#list, this.#options] = [field, list, { find, contentsOf, onSelect, onFilter }];
    field.addEventListener("input", () => this.filter());
    field.addEventListener("keydown", event => this.#move(event));
    list.addEventListener("click", event => {
      const row = event.target.closest("[role=option]");
      if (row) onChoose(this.#shown[[...list.children].indexOf(row)]);
    });
    // Keeps the focus in the search field.
    list.addEventListener("mousedown", event => event.preventDefault());
  }

  get all() {
    return this.#items;
  }

  /** The rows that the text of the field leaves. */
  get shown() {
    return this.#shown;
  }

  /** The selected item, or undefined. */
  get selected() {
    return this.#shown[this.#selected];
  }

  /** Replaces the items. While the field is empty, the first item of which `isPreferred` returns true is selected. */
  show(items, isPreferred = () => false) {
    [this.#items, this.#isPreferred] = [items, isPreferred];
    this.filter();
  }

  filter() {
    const { find, contentsOf } = this.#options;
    this.#shown = find(this.#items, this.#field.value);
    this.#list.replaceChildren(...this.#shown.map((item, i) => element("li",
      { role: "option", id: `${this.#list.id}-${i}`, className: "row", "aria-selected": false }, ...contentsOf(item))));
    this.#list.hidden = this.#shown.length === 0;
    this.#select(Math.max(0, this.#field.value ? 0 : this.#shown.findIndex(this.#isPreferred)));
    this.#options.onFilter();
  }

  #select(index) {
    this.#list.children[this.#selected]?.setAttribute("aria-selected", false);
    this.#selected = Math.min(index, this.#shown.length - 1);
    const row = this.#list.children[this.#selected];
    row?.setAttribute("aria-selected", true);
    row?.scrollIntoView({ block: "nearest" });
    if (row) this.#field.setAttribute("aria-activedescendant", row.id);
    else this.#field.removeAttribute("aria-activedescendant");
    this.#options.onSelect();
  }

  #move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: pageLength, PageUp: -pageLength }[event.key];
    if (!step || event.isComposing || this.#shown.length === 0) return;
    event.preventDefault();
    const count = this.#shown.length;
    // Single steps wrap around at the ends of the list, pages don't.
    const next = this.#selected + step;
    this.#select(Math.abs(step) === 1 ? (next + count) % count : Math.max(0, Math.min(count - 1, next)));
  }
}
