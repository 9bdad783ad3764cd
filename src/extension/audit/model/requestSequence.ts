import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import { withProgress } from '../context.ts';
import type { AuditFeed } from './feed.ts';

/** Requests that follow one another for one purpose, until someone cancels, loads or filters something else in between. */
export interface RequestSequence {
  /** Whether nothing came in between. What came is what the person wants now: it is neither overwritten nor continued. */
  isCurrent(): boolean;
  /** As those of the feed, with progress in the view; false, with nothing sent, where the sequence is over. */
  load(filters?: AuditFilters): Promise<boolean>;
  search(filters: AuditFilters): Promise<boolean>;
  loadOlder(): Promise<boolean>;
  learnMe(): Promise<boolean>;
}

/** Begins a sequence now. */
export function createRequestSequence(
  feed: Pick<AuditFeed, 'turn' | 'load' | 'search' | 'loadOlder' | 'learnMe'>,
): RequestSequence {
  let turn = feed.turn();
  const isCurrent = (): boolean => feed.turn() === turn;
  const next = async (request: () => Promise<boolean>): Promise<boolean> => {
    if (!isCurrent()) return false;
    const taken = await withProgress(async () => {
      // Progress is shown first, which takes a moment.
      if (!isCurrent()) return false;
      const answer = request();
      turn = feed.turn();
      return answer;
    });
    return taken && isCurrent();
  };
  return {
    isCurrent,
    load: (filters) => next(() => feed.load(filters)),
    search: (filters) => next(() => feed.search(filters)),
    loadOlder: () => next(() => feed.loadOlder()),
    learnMe: () => next(() => feed.learnMe()),
  };
}
