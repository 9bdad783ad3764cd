import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import { withProgress } from '../auditView.ts';
import type { AuditRequests } from './requests.ts';

/**
 * A sequence of requests that serve one purpose. The sequence ends when a request outside it begins or the user
 * cancels.
 */
export interface RequestSequence {
  /** False once a request outside this sequence has begun or the user has cancelled. */
  isCurrent(): boolean;
  /**
   * Each of these methods sends a request like the method of `AuditRequests` with the same name and displays progress
   * in the Audit Events view. Sends nothing if the sequence has ended. Resolves to false if the sequence has ended by
   * then, or if the method of `AuditRequests` does.
   */
  load(filters?: AuditFilters): Promise<boolean>;
  search(filters: AuditFilters): Promise<boolean>;
  loadOlder(): Promise<boolean>;
  learnUser(resume: () => Promise<boolean>): Promise<boolean>;
}

/**
 * Creates a sequence that begins with the next request. Requests that are already pending are not part of it. If
 * `load` or `search` could drop marks, call `DisplayedSource.mayReplace` before: a request that asks the user itself
 * begins only after the answer, and ends the sequence like a request outside it.
 */
export function createRequestSequence(
  requests: Pick<AuditRequests, 'requestNumber' | 'load' | 'search' | 'loadOlder' | 'learnUser'>,
): RequestSequence {
  let turn = requests.requestNumber();
  const isCurrent = (): boolean => requests.requestNumber() === turn;
  const next = async (request: () => Promise<boolean>): Promise<boolean> => {
    if (!isCurrent()) return false;
    const taken = await withProgress(async () => {
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
    load: (filters) => next(() => requests.load(filters)),
    search: (filters) => next(() => requests.search(filters)),
    loadOlder: () => next(() => requests.loadOlder()),
    learnUser: (resume) => next(() => requests.learnUser(resume)),
  };
}
