import { namesOf, notesOf } from "../play/notebook.js";
import { codeButton } from "../ui/code-button.js";
import { element } from "../ui/element.js";
import { attempt } from "../ui/notice.js";
import { repeatWhileVisible } from "../ui/timing.js";

// Milliseconds. The page asks again and again, because no event tells of the notes that agents write.
const interval = 5000;

/** The notebook of the game: its notes and named addresses, each of which can be removed; forms add more. */
export class NotebookPanel {
  #parts;
  #context;
  #shown = "";

  constructor(parts, context) {
    [this.#parts, this.#context] = [parts, context];
    const { actions, live, status, signal } = context;
    parts.notebookNoteForm.addEventListener("submit", event => {
      event.preventDefault();
      attempt(() => this.#addNote());
    });
    parts.notebookNameForm.addEventListener("submit", event => {
      event.preventDefault();
      attempt(() => this.#addName());
    });
    parts.notebookTools.append(codeButton(() => actions.notebook(), "export the notebook"));
    live.on("open gap", () => this.#refresh());
    status.onGameChange(() => this.#refresh());
    repeatWhileVisible(interval, () => this.#refresh(), signal);
  }

  async #refresh() {
    const { bridge, actions, status, signal } = this.#context;
    this.#parts.notebook.hidden = !status.isPlaying;
    if (!status.isPlaying) return;
    try {
      this.#show(await bridge.run(actions.notebook(), { signal, isPoll: true }));
    } catch (error) {
      if (!error.problem && error.name !== "AbortError") throw error;
      if (error.problem) this.#fail(error.problem.detail);
    }
  }

  async #addNote() {
    const { notebookText } = this.#parts;
    await this.#change(this.#context.actions.addNotebookNote(notebookText.value.trim()));
    notebookText.value = "";
  }

  async #addName() {
    const { notebookName, notebookAddress, notebookType } = this.#parts;
    const meaning = { address: notebookAddress.value.trim(), type: notebookType.value || undefined };
    await this.#change(this.#context.actions.setNotebookName(notebookName.value.trim(), meaning));
    notebookName.value = notebookAddress.value = "";
  }

  async #change(action) {
    try {
      await this.#context.bridge.run(action);
    } finally {
      await this.#refresh();
    }
  }

  // Draws only if something has changed, so that a button keeps the focus.
  #show(notebook) {
    const shown = JSON.stringify(notebook);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const { actions } = this.#context;
    const notes = notesOf(notebook).map(({ id, text, written }) =>
      this.#row(element("span", { className: "grow" }, text), written, `note ${id}`, actions.deleteNotebookNote(id)));
    const names = namesOf(notebook).map(({ name, meaning, comment }) =>
      this.#row(element("code", { className: "grow", title: comment }, name), meaning, name, actions.deleteNotebookName(name)));
    const hint = "Nothing noted yet: language models and you keep here what the next session needs.";
    this.#parts.notebookNotes.replaceChildren(...(notes.length + names.length ? notes : [element("li", { className: "hint" }, hint)]));
    this.#parts.notebookNames.replaceChildren(...names);
  }

  #fail(sentence) {
    if (sentence === this.#shown) return;
    this.#shown = sentence;
    this.#parts.notebookNotes.replaceChildren(element("li", { className: "hint bad" }, sentence));
    this.#parts.notebookNames.replaceChildren();
  }

  #row(text, detail, what, remove) {
    return element("li", { className: "row" }, text, element("small", {}, detail),
      element("button", {
        type: "button", "aria-label": `Remove ${what}`, title: "Remove", onclick: () => attempt(() => this.#change(remove)),
      }, "✕"));
  }
}
