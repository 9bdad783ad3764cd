import type { ModelState } from './state.ts';

/**
 * Maximum number of attempts to read the displayed listing without its being replaced during the read. High, so that
 * only a defect exceeds it.
 */
const MAX_READ_ATTEMPTS = 50;

/**
 * Returns the result of `read`, a function that reads the displayed listing. Calls `read` again if another listing
 * was displayed in the meantime, or if `read` returned undefined because the view that it used is outdated. Throws
 * after 50 attempts, which indicates a defect.
 */
export async function readDisplayedListing<Answer>(
  state: Pick<ModelState, 'listing'>,
  read: () => Promise<Answer | undefined>,
): Promise<Answer> {
  for (let reads = 0; reads < MAX_READ_ATTEMPTS; reads++) {
    const listing = state.listing();
    const answer = await read();
    if (answer !== undefined && listing === state.listing()) return answer;
  }
  throw new Error(`no answer for the audit events shown in ${MAX_READ_ATTEMPTS} reads`);
}
