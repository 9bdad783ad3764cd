import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';
import { createFailure } from './grant.ts';
import { isSafeAddress } from './server.ts';

export interface ServiceAccountKey {
  readonly clientID: string;
  readonly keyID: string;
  readonly tokenURI: string;
  /** The private key, in PKCS#8 PEM if it is valid. `parseServiceAccountKey` does not check that. */
  readonly privateKey: string;
}

const FIELDS = ['clientID', 'keyID', 'tokenURI', 'privateKey'] as const;

/**
 * Parses the JSON text of a service account's credentials file. Returns a problem if the text is invalid. `file` is the
 * path of the file, for messages.
 */
export function parseServiceAccountKey(
  text: string,
  file: string,
):
  | { readonly ok: true; readonly key: ServiceAccountKey }
  | { readonly ok: false; readonly problem: SignInProblem } {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return createFailure({ code: 'key-file-not-json', file });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return createFailure({ code: 'key-file-not-json', file });
  const fields = value as Readonly<Record<string, unknown>>;
  const missing = FIELDS.find((name) => typeof fields[name] !== 'string' || fields[name] === '');
  if (missing !== undefined) return createFailure({ code: 'key-file-field', field: missing, file });
  const key = fields as unknown as ServiceAccountKey;
  if (!isSafeAddress(key.tokenURI)) return createFailure({ code: 'key-file-field', field: 'tokenURI', file });
  return { ok: true, key };
}
