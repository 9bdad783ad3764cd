import { validateBaseUrl } from '../core/service/client.ts';

/**
 * Whether an address may be used: as core says, and read by the platform's own URL parser as exactly that origin.
 * `https://256.256.256.256` looks like a host and is not one; `https://010.0.0.1` is a different host than it looks.
 */
export function isUsableAddress(address: string): boolean {
  const valid = validateBaseUrl(address);
  return valid.ok && URL.canParse(valid.url) && new URL(valid.url).origin === valid.origin;
}
