/** Creates a stream of these chunks. */
export function streamOf(...chunks) {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

/** Collects the values of an asynchronous generator. */
export async function all(generator) {
  const values = [];
  for await (const value of generator) values.push(value);
  return values;
}
