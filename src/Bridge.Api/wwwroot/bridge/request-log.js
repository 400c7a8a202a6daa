import { Observable } from "../ui/observable.js";

const maxEntries = 100;

/** Keeps the latest requests, newest first: those of the user, and in a second list those that the page sends by itself. */
export class RequestLog extends Observable {
  requests = [];
  polls = [];

  /** Adds an action that is being sent; the returned entry's `end` records the outcome. */
  begin(action, isPoll) {
    const began = performance.now();
    const entry = { action, isPoll, at: new Date(), milliseconds: null, status: null, sentence: "" };
    const list = isPoll ? this.polls : this.requests;
    list.unshift(entry);
    if (list.length > maxEntries) list.pop();
    this.publish(entry);
    entry.end = (status, sentence = "") => {
      Object.assign(entry, { status, sentence, milliseconds: performance.now() - began });
      this.publish(entry);
    };
    return entry;
  }
}
