/** A ZIP archive, streamed by fflate: sizes follow each entry, so that nothing is held back. */
import { Zip, ZipDeflate } from 'fflate/browser';

export interface ZipEntry {
  readonly name: string;
  readonly content: Iterable<Uint8Array>;
}

/** As long as sizes have 32 bits. */
const MAX_SIZE = 0xffffffff;
/** The archive of the same rows is the same file whenever it is made. Local time, as ZIP has it. */
const MADE = '1980-01-01T00:00:00';

/**
 * The archive piece by piece. A piece is empty while the library gathers what it compresses: a place to let others
 * work. Throws a RangeError where the content is over 4 GB.
 */
export function* zipChunks(entries: Iterable<ZipEntry>): Generator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  let size = 0;
  for (const { name, content } of entries) {
    const file = new ZipDeflate(name);
    file.mtime = MADE;
    archive.add(file);
    for (const bytes of content) {
      size += bytes.length;
      if (size > MAX_SIZE) throw new RangeError('content over 4 GB');
      file.push(bytes);
      yield joined(ready);
    }
    file.push(new Uint8Array(), true);
  }
  archive.end();
  yield joined(ready);
}

/** All of `pieces` as one, which leaves the list empty. */
function joined(pieces: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces.splice(0)) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
