/** Makes a stream that gives these pieces. */
export function streamOf(...pieces) {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

/** Collects what an asynchronous generator yields. */
export async function all(generator) {
  const values = [];
  for await (const value of generator) values.push(value);
  return values;
}
