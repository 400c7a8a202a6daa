import { Topic } from "../ui/topic.js";

const most = 100;

/** The last requests, newest first: those of a person, and those of the page itself, which are many, apart. */
export class Journal extends Topic {
  asked = [];
  polls = [];

  /** Notes an action that is being sent. */
  begin(action, isPoll) {
    const began = performance.now();
    const entry = { action, isPoll, at: new Date(), milliseconds: null, status: null, sentence: "" };
    const list = isPoll ? this.polls : this.asked;
    list.unshift(entry);
    if (list.length > most) list.pop();
    this.publish(entry);
    entry.end = (status, sentence = "") => {
      Object.assign(entry, { status, sentence, milliseconds: performance.now() - began });
      this.publish(entry);
    };
    return entry;
  }
}
