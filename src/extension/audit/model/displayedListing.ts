import type { ModelState } from './state.ts';

/**
 * Maximum number of attempts to read the displayed listing, so high that only a defect exceeds it.
 */
const MAX_READ_ATTEMPTS = 50;

/**
 * Resolves to the result of `read`. Calls `read` again if another listing was displayed meanwhile, or if `read`
 * resolved to undefined. Rejects after `MAX_READ_ATTEMPTS` unsuccessful calls.
 */
export async function readDisplayedListing<Answer>(
  state: Pick<ModelState, 'getListingNumber'>,
  read: () => Promise<Answer | undefined>,
): Promise<Answer> {
  for (let reads = 0; reads < MAX_READ_ATTEMPTS; reads++) {
    const listing = state.getListingNumber();
    const answer = await read();
    if (answer !== undefined && listing === state.getListingNumber()) return answer;
  }
  throw new Error(`no answer for the audit events shown in ${MAX_READ_ATTEMPTS} reads`);
}
