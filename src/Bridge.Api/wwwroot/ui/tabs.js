import { element } from "./element.js";

/** A row of tabs. Each tab is a fragment of the page's address and a text; arrow keys move between them. */
export class Tabs {
  #root;

  constructor(root) {
    this.#root = root;
    root.addEventListener("keydown", event => this.#move(event));
  }

  /** Shows these pairs of fragment and text, and selects the tab of the fragment `shown`. */
  show(tabs, shown) {
    if (this.#fragments().join() !== tabs.map(([fragment]) => fragment).join()) this.#replace(tabs);
    const isAnyShown = tabs.some(([fragment]) => fragment === shown);
    [...this.#root.children].forEach((tab, i) => {
      const isShown = tab.dataset.fragment === shown;
      tab.setAttribute("aria-selected", isShown);
      tab.tabIndex = isShown || (!isAnyShown && i === 0) ? 0 : -1;
    });
  }

  #fragments() {
    return [...this.#root.children].map(tab => tab.dataset.fragment);
  }

  #replace(tabs) {
    const focused = this.#root.contains(document.activeElement) && document.activeElement.dataset.fragment;
    this.#root.replaceChildren(...tabs.map(([fragment, text]) => {
      const tab = element("button", { type: "button", role: "tab", "aria-controls": "main" }, text);
      tab.dataset.fragment = fragment;
      tab.addEventListener("click", () => (location.hash = fragment));
      return tab;
    }));
    if (focused) [...this.#root.children].find(tab => tab.dataset.fragment === focused)?.focus();
  }

  #move(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...this.#root.children];
    const next = all.at((all.indexOf(document.activeElement) + step) % all.length);
    next.focus();
    next.click();
  }
}
