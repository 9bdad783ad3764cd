import type { Ledger } from '../../../core/audit/feed/ledger.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import { runWithAuditViewProgress } from '../auditView.ts';
import type { AuditRequests } from './requests.ts';

/**
 * A sequence of requests that serve one purpose. It ends when the user cancels, or when anything outside the sequence
 * changes `AuditRequests.requestNumber`, such as another request. Methods that send a request resolve to false if the
 * sequence ended before or during the request. Once it has ended, they send nothing.
 */
export interface RequestSequence {
  isCurrent(): boolean;
  /** Like `AuditRequests.loadNewest`, within the sequence. */
  loadNewest(filters?: AuditFilters): Promise<boolean>;
  loadNewestClearingLocalFilters(filters: AuditFilters): Promise<boolean>;
  loadOlder(): Promise<boolean>;
  requestPageApart(ledger: Ledger, resume: () => Promise<boolean>): Promise<boolean>;
  requestToLearnOwnActor(resume: () => Promise<boolean>): Promise<boolean>;
}

/**
 * Creates a sequence that begins with the next request. If its requests could drop unsaved marks, call
 * `DisplayedSource.confirmReplacingEvents` first. Otherwise the request itself prompts the user, and ends the sequence
 * when it is sent.
 */
export function createRequestSequence(
  requests: Pick<
    AuditRequests,
    | 'requestNumber'
    | 'loadNewest'
    | 'loadNewestClearingLocalFilters'
    | 'loadOlder'
    | 'requestPageApart'
    | 'requestToLearnOwnActor'
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
    loadNewest: (filters) => next(() => requests.loadNewest(filters)),
    loadNewestClearingLocalFilters: (filters) => next(() => requests.loadNewestClearingLocalFilters(filters)),
    loadOlder: () => next(() => requests.loadOlder()),
    requestPageApart: (ledger, resume) => next(() => requests.requestPageApart(ledger, resume)),
    requestToLearnOwnActor: (resume) => next(() => requests.requestToLearnOwnActor(resume)),
  };
}
