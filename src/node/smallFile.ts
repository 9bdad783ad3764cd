/** Reads small files. A path may lead to a named pipe, a device, or a very large file instead. */
import { constants, type FileHandle, open } from 'node:fs/promises';
import { errorCode } from '../core/messages/thrownErrors.ts';
import { expandHomePath } from './homePath.ts';

type SmallFile =
  | {
      readonly ok: true;
      readonly contents: Buffer;
      /** File type and permission bits, as in `fs.Stats`. */
      readonly mode: number;
    }
  | {
      readonly ok: false;
      readonly reason: 'missing' | 'unreadable' | 'too-large';
    };

const createReadFailure = (reason: 'missing' | 'unreadable' | 'too-large') =>
  ({ ok: false, reason }) as const;

/** Flags for `open`. Without O_NONBLOCK, opening a named pipe would block one of the few threads that read files. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Reads a regular file of at most `maxBytes` bytes. The path may begin with `~/` for the home folder. */
export async function readSmallFile(file: string, maxBytes: number): Promise<SmallFile> {
  let handle: FileHandle;
  try {
    handle = await open(expandHomePath(file), FLAGS);
  } catch (error) {
    const code = errorCode(error);
    // ENOTDIR: a part of the path is a file instead of a folder.
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    return createReadFailure(isMissing ? 'missing' : 'unreadable');
  }
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return createReadFailure('unreadable');
    // The size in `stats` is not used, because the file may have changed since.
    const contents = await readAtMost(handle, maxBytes + 1);
    return contents.length > maxBytes
      ? createReadFailure('too-large')
      : { ok: true, contents, mode: stats.mode };
  } catch {
    // For example, the disk has failed.
    return createReadFailure('unreadable');
  } finally {
    await handle.close();
  }
}

async function readAtMost(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(maxBytes);
  let length = 0;
  while (length < maxBytes) {
    const { bytesRead } = await handle.read(buffer, length, maxBytes - length, null);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}
