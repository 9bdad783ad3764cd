/** The credentials file of a service account. It is read anew each time, and nothing of it is kept. */
import { type FileHandle, open } from 'node:fs/promises';
import type { SignInProblem } from '../../core/service/signInProblems.ts';
import { fromHome } from '../homePath.ts';
import { failed } from './grant.ts';
import { readKey, type ServiceAccountKey } from './key.ts';

type Read =
  | {
      readonly ok: true;
      readonly key: ServiceAccountKey;
      /** Whether other users of this machine can read the file. */
      readonly isPublic: boolean;
    }
  | { readonly ok: false; readonly problem: SignInProblem };

/** Known ones have some 3 KB. */
const MAX_BYTES = 256 * 1024;
const READABLE_BY_OTHERS = 0o044;

/** `file` as the settings name it: absolute, or below the home folder. */
export async function readKeyFile(file: string): Promise<Read> {
  let handle: FileHandle;
  try {
    handle = await open(fromHome(file), 'r');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return failed({ code: isMissing ? 'key-file-missing' : 'key-file-unreadable', file });
  }
  try {
    const { mode, size } = await handle.stat();
    if (size > MAX_BYTES) return failed({ code: 'key-file-not-json', file });
    const read = readKey(await handle.readFile('utf8'), file);
    // Windows has no such bits: whoever may read a file stands elsewhere.
    const isPublic = process.platform !== 'win32' && (mode & READABLE_BY_OTHERS) !== 0;
    return read.ok ? { ...read, isPublic } : read;
  } catch {
    // A folder, or a disk that fails.
    return failed({ code: 'key-file-unreadable', file });
  } finally {
    await handle.close();
  }
}
