/** All that comes, in its order. */
export async function allOf<T>(pieces: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

/** The text of all chunks. */
export const textOfChunks = async (
  chunks: AsyncIterable<{ readonly data: unknown }> | Iterable<{ readonly data: unknown }>,
): Promise<string> => (await allOf(chunks)).map(({ data }) => String(data)).join('');
