import { validateBaseUrl } from '../core/service/client.ts';

/**
 * Whether a base URL is valid and the platform's URL parser finds the same origin in it. For example,
 * `https://010.0.0.1` is rejected, because the parser reads the host as 8.0.0.1.
 */
export function isUsableAddress(address: string): boolean {
  const valid = validateBaseUrl(address);
  return valid.ok && URL.canParse(valid.url) && new URL(valid.url).origin === valid.origin;
}
