import type { AuditFeed } from './feed.ts';

/**
 * What `read` answers for the listing that is shown. The one rule for answers that come late: one about a listing that has
 * gone meanwhile, or none since the view asked about is outdated, is dropped, and what is shown now is asked for.
 */
export async function ofShown<Answer>(
  feed: Pick<AuditFeed, 'listing'>,
  read: () => Promise<Answer | undefined>,
): Promise<Answer> {
  for (;;) {
    const listing = feed.listing();
    const answer = await read();
    if (answer !== undefined && listing === feed.listing()) return answer;
  }
}
