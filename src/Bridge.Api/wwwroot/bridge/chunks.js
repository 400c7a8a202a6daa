/** Yields the chunks of a stream. Not every browser can iterate over a stream directly. */
export async function* chunks(stream) {
  const reader = stream.getReader();
  for (let read; !(read = await reader.read()).done; ) yield read.value;
}
