import { validateBaseUrl } from '../core/service/client.ts';

/**
 * Whether a base URL is valid and the platform's URL parser reads the same origin from it. This rejects
 * `https://010.0.0.1`, which is another host than it seems.
 */
export function isUsableAddress(address: string): boolean {
  const valid = validateBaseUrl(address);
  return valid.ok && URL.canParse(valid.url) && new URL(valid.url).origin === valid.origin;
}
