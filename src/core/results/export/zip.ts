/** Writes a ZIP archive as a stream. */
import { Zip, ZipDeflate } from 'fflate/browser';

export interface ZipEntry {
  readonly name: string;
  readonly content: Iterable<Uint8Array>;
}

const MAX_SIZE = 0xffffffff;
/** The modification time of all entries, fixed so that the file does not depend on when it was written. */
const ENTRY_TIME = '1980-01-01T00:00:00';

/** Yields the archive in chunks, which may be empty. Throws a RangeError if the uncompressed contents exceed 4 GB. */
export function* zipChunks(entries: Iterable<ZipEntry>): Generator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  let size = 0;
  for (const { name, content } of entries) {
    const file = new ZipDeflate(name);
    file.mtime = ENTRY_TIME;
    archive.add(file);
    for (const bytes of content) {
      size += bytes.length;
      if (size > MAX_SIZE) throw new RangeError('content over 4 GB');
      file.push(bytes);
      yield joinAndClear(ready);
    }
    file.push(new Uint8Array(), true);
  }
  archive.end();
  yield joinAndClear(ready);
}

function joinAndClear(chunks: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks.splice(0)) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
