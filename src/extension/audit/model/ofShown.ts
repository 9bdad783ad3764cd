import type { ModelState } from './state.ts';

/** More often than what is shown can change while one thing is read. */
const MOST_READS = 50;

/**
 * What `read` answers for the listing that is shown. The one rule for answers that come late: one about a listing that has
 * gone meanwhile, or none since the view asked about is outdated, is dropped, and what is shown now is asked for. Where
 * that never helps, which is a defect of ours, it throws.
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
