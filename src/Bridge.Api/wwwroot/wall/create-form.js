import { Actions, createEmulator } from "../bridge/actions.js";
import { speeds } from "../play/speeds.js";
import { codeButton } from "../ui/code-button.js";
import { fill } from "../ui/element.js";
import { setText } from "../ui/set-text.js";
import { creationOf, listerOf } from "./creation.js";
import { RomField } from "./rom-field.js";

/** The form that creates an emulator. Calls `onCreated` with the name of each new one. */
export class CreateForm {
  #parts;
  #bridge;
  #signal;
  #onCreated;
  #rom;
  #isListed = false;
  #isBusy = false;

  constructor(parts, { bridge, list, signal }, onCreated) {
    [this.#parts, this.#bridge, this.#signal, this.#onCreated] = [parts, bridge, signal, onCreated];
    this.#rom = new RomField(parts);
    fill(parts.newSpeed, speeds);
    parts.newSpeed.value = "1";
    parts.never.addEventListener("change", () => (parts.minutes.disabled = parts.never.checked));
    parts.createCode.append(codeButton(() => createEmulator(this.#bodyOf(this.#rom.example)), "create this emulator"));
    parts.create.addEventListener("submit", event => {
      event.preventDefault();
      this.#create();
    });
    const listRoms = emulators => this.#listRoms(emulators);
    list.subscribe(listRoms);
    signal.addEventListener("abort", () => list.unsubscribe(listRoms));
  }

  #bodyOf(rom) {
    const { newName, newSpeed, minutes, never } = this.#parts;
    return creationOf({
      rom, name: newName.value, speed: newSpeed.value, minutes: Number(minutes.value), never: never.checked,
    });
  }

  async #listRoms(emulators) {
    if (this.#isListed) return;
    const name = listerOf(emulators);
    if (!name) return this.#say("The page can't list the ROMs before there is an emulator that the token reaches.");
    this.#isListed = true;
    try {
      const { roms } = await this.#bridge.run(new Actions(name).roms(), { signal: this.#signal, isPoll: true });
      this.#rom.show(roms);
      this.#parts.createButton.disabled = roms.length === 0;
      this.#say(roms.length === 0 ? "The ROM folder contains no games." : "");
    } catch (error) {
      if (error.name === "AbortError") return;
      // Without a ROM folder, asking again is of no use.
      this.#isListed = error.problem?.status === 501;
      this.#say(error.message, !this.#isListed);
    }
  }

  // The request goes on when the user leaves the wall, because the bridge undoes a creation whose client disconnects.
  async #create() {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#say(`Starting ${this.#rom.value}…`);
    try {
      const { name } = await this.#bridge.run(createEmulator(this.#bodyOf(this.#rom.value)));
      this.#say(`Created ${name}.`);
      this.#parts.newName.value = "";
      await this.#onCreated(name);
    } catch (error) {
      this.#say(error.message, true);
      if (!error.problem) throw error;
    } finally {
      this.#isBusy = false;
    }
  }

  #say(sentence, isBad = false) {
    setText(this.#parts.createSaid, sentence);
    this.#parts.createSaid.classList.toggle("bad", isBad);
  }
}
