/** What a stream gives, piece by piece; not every browser can iterate over one itself. */
export async function* chunks(stream) {
  const reader = stream.getReader();
  for (let read; !(read = await reader.read()).done; ) yield read.value;
}
