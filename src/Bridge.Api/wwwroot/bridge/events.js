import { chunks } from "./chunks.js";

/** The server-sent events of a body as they come: {id, topic, data}. EventSource can't send a token, so they are read here. */
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

// A comment is a field without a name.
function fieldsOf(block) {
  return Object.fromEntries(block.split("\n").map(line => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  }));
}
