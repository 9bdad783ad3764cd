import { validateBaseUrl } from '../core/service/client.ts';

/**
 * Whether an address may be used: as core says, and read by the platform's own URL parser as exactly that origin.
 * `https://256.256.256.256` has the form of a host and is none; `https://010.0.0.1` is another one than it seems.
 */
export function isUsableAddress(address: string): boolean {
  const valid = validateBaseUrl(address);
  return valid.ok && URL.canParse(valid.url) && new URL(valid.url).origin === valid.origin;
}
