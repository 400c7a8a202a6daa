import { noteAt, withNote } from "../play/notes.js";
import { attempt, notify } from "../ui/notice.js";
import { setText } from "../ui/set-text.js";

const limit = 100;

/** Shows what agents and players have noted: the latest note of the frame that is shown. A field adds one at the present frame. */
export class NotePanel {
  #parts;
  #context;
  #notes = [];
  #frame = Infinity;
  // Counts the notes that events and this page have added. A list of notes that was requested before the latest of them may lack it.
  #came = 0;
  #wasPlaying = false;
  // After a rewind, the notes of later frames are lost once the game goes another way.
  #mayForget = false;

  constructor(parts, context) {
    [this.#parts, this.#context] = [parts, context];
    const { live, status } = context;
    parts.noteForm.addEventListener("submit", event => {
      event.preventDefault();
      attempt(() => this.#add());
    });
    live.on("note", note => this.#take(note));
    live.on("open reset gap", () => this.#refresh());
    live.on("rewound", () => {
      this.#mayForget = true;
      this.#refresh();
    });
    status.onGameChange(() => this.#refresh());
    status.subscribe(() => {
      if (status.isPlaying && !this.#wasPlaying) this.#refresh();
      this.#wasPlaying = status.isPlaying;
    });
  }

  /** The notes, ordered by frame. */
  get notes() {
    return this.#notes;
  }

  /** Shows the note of a frame. `hasFuture` is whether the history has frames after the present. */
  show(frame, hasFuture) {
    this.#frame = frame;
    this.#show();
    if (!this.#mayForget) return;
    this.#mayForget = hasFuture;
    this.#refresh();
  }

  async #refresh() {
    const { bridge, actions, status, signal } = this.#context;
    if (!status.isPlaying) return;
    try {
      let came, notes;
      do {
        came = this.#came;
        ({ notes } = await bridge.run(actions.notes(limit), { signal, isPoll: true }));
      } while (came !== this.#came);
      this.#notes = notes;
      this.#show();
    } catch (error) {
      if (!error.problem && error.name !== "AbortError") throw error;
    }
  }

  async #add() {
    const { bridge, actions } = this.#context;
    const { noteText } = this.#parts;
    const text = noteText.value.trim();
    if (!text) return;
    const note = await bridge.run(actions.addNote(text));
    noteText.value = "";
    this.#take(note);
    notify(`Noted at frame ${note.at.toLocaleString("en")}.`);
  }

  #take(note) {
    this.#came++;
    this.#notes = withNote(this.#notes, note).slice(-limit);
    this.#show();
  }

  #show() {
    const { noteSaid } = this.#parts;
    const text = noteAt(this.#notes, this.#frame)?.text ?? "";
    setText(noteSaid, text || "No note");
    noteSaid.classList.toggle("empty", !text);
    noteSaid.title = text;
  }
}
