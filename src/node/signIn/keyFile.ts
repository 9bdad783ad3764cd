import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';
import { readSmallFile } from '../smallFile.ts';
import { createFailure } from './grant.ts';
import { parseServiceAccountKey, type ServiceAccountKey } from './key.ts';

type KeyFileOutcome =
  | {
      readonly ok: true;
      readonly key: ServiceAccountKey;
      /** Whether the file's permission bits let its group or other users read it; false on Windows. */
      readonly isPublic: boolean;
    }
  | { readonly ok: false; readonly problem: SignInProblem };

const MAX_BYTES = 256 * 1024;
const READABLE_BY_OTHERS = 0o044;
const PROBLEMS = {
  missing: 'key-file-missing',
  unreadable: 'key-file-unreadable',
  'too-large': 'key-file-not-json',
} as const;

/**
 * Reads and parses a service account's credentials file. Returns a problem if the file can't be read or is invalid. The
 * path may begin with `~/`.
 */
export async function readKeyFile(file: string): Promise<KeyFileOutcome> {
  const found = await readSmallFile(file, MAX_BYTES);
  if (!found.ok) return createFailure({ code: PROBLEMS[found.reason], file });
  const read = parseServiceAccountKey(found.contents.toString('utf8'), file);
  const isReadableByOthers = process.platform !== 'win32' && (found.mode & READABLE_BY_OTHERS) !== 0;
  return read.ok ? { ...read, isPublic: isReadableByOthers } : read;
}
