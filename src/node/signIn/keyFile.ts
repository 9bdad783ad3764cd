/** The credentials file of a service account. It is read anew each time, and nothing of it is kept. */
import { type FileHandle, open } from 'node:fs/promises';
import type { SignInProblem } from '../../core/service/signInProblems.ts';
import { fromHome } from '../homePath.ts';
import { failed } from './grant.ts';
import { isSafeAddress } from './server.ts';

export interface ServiceAccountKey {
  readonly clientID: string;
  readonly keyID: string;
  readonly tokenURI: string;
  /** PKCS#8 PEM. */
  readonly privateKey: string;
}

type Read =
  | {
      readonly ok: true;
      readonly key: ServiceAccountKey;
      /** Whether other users of this machine can read the file. */
      readonly isPublic: boolean;
    }
  | { readonly ok: false; readonly problem: SignInProblem };

const FIELDS = ['clientID', 'keyID', 'tokenURI', 'privateKey'] as const;
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
    const read = keyIn(await handle.readFile('utf8'), file);
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

function keyIn(
  text: string,
  file: string,
):
  | { readonly ok: true; readonly key: ServiceAccountKey }
  | { readonly ok: false; readonly problem: SignInProblem } {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return failed({ code: 'key-file-not-json', file });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return failed({ code: 'key-file-not-json', file });
  const fields = value as Readonly<Record<string, unknown>>;
  const missing = FIELDS.find((name) => typeof fields[name] !== 'string' || fields[name] === '');
  if (missing !== undefined) return failed({ code: 'key-file-field', field: missing, file });
  const key = fields as unknown as ServiceAccountKey;
  if (!isSafeAddress(key.tokenURI)) return failed({ code: 'key-file-field', field: 'tokenURI', file });
  return { ok: true, key };
}
