import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import { runWithAuditViewProgress } from '../auditView.ts';
import type { AuditRequests } from './requests.ts';

/**
 * A sequence of requests that serve one purpose. It ends when a request outside it begins, except one
 * that follows new events, or when the user cancels.
 */
export interface RequestSequence {
  isCurrent(): boolean;
  /** Like the method of `AuditRequests`, but sends nothing once the sequence has ended. */
  load(filters?: AuditFilters): Promise<boolean>;
  search(filters: AuditFilters): Promise<boolean>;
  loadOlder(): Promise<boolean>;
  learnUser(resume: () => Promise<boolean>): Promise<boolean>;
}

/**
 * Creates a sequence that begins with the next request. Call `DisplayedSource.confirmReplacingEvents` before if
 * `load` or `search` could drop marks, because a request that prompts the user ends the sequence.
 */
export function createRequestSequence(
  requests: Pick<
    AuditRequests,
    'requestNumber' | 'loadNewest' | 'loadNewestClearingLocalFilters' | 'loadOlder' | 'requestToLearnOwnActor'
  >,
): RequestSequence {
  let turn = requests.requestNumber();
  const isCurrent = (): boolean => requests.requestNumber() === turn;
  const next = async (request: () => Promise<boolean>): Promise<boolean> => {
    if (!isCurrent()) return false;
    const taken = await runWithAuditViewProgress(async () => {
      // Progress is displayed first, and another request may begin meanwhile.
      if (!isCurrent()) return false;
      const answer = request();
      turn = requests.requestNumber();
      return answer;
    });
    return taken && isCurrent();
  };
  return {
    isCurrent,
    load: (filters) => next(() => requests.loadNewest(filters)),
    search: (filters) => next(() => requests.loadNewestClearingLocalFilters(filters)),
    loadOlder: () => next(() => requests.loadOlder()),
    learnUser: (resume) => next(() => requests.requestToLearnOwnActor(resume)),
  };
}
