import { chunks } from "./chunks.js";

/** Yields the server-sent events of a body: {id, topic, data}. EventSource is no alternative: it can't send a token. */
export async function* events(stream) {
  let rest = "";
  for await (const text of chunks(stream.pipeThrough(new TextDecoderStream()))) {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const { id, event, data } = fieldsOf(block);
      if (data) yield { id, topic: event, data: JSON.parse(data) };
    }
  }
}

// A comment line starts with a colon, so it becomes a field with an empty name.
function fieldsOf(block) {
  return Object.fromEntries(block.split("\n").map(line => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  }));
}
