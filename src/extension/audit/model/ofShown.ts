import type { ModelState } from './state.ts';

/**
 * Maximum number of attempts to read a listing that is not replaced during the read. High, so that it is exceeded only
 * because of a defect.
 */
const MOST_READS = 50;

/**
 * Returns what `read` reads of the displayed listing. `read` is called again if another listing was displayed in the
 * meantime, or if it returned undefined because the view that it read is outdated. Throws if that never helps, which is a
 * defect.
 */
export async function ofShown<Answer>(
  state: Pick<ModelState, 'listing'>,
  read: () => Promise<Answer | undefined>,
): Promise<Answer> {
  for (let reads = 0; reads < MOST_READS; reads++) {
    const listing = state.listing();
    const answer = await read();
    if (answer !== undefined && listing === state.listing()) return answer;
  }
  throw new Error(`no answer for the audit events shown in ${MOST_READS} reads`);
}
