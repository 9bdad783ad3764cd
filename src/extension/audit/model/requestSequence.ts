import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import { withProgress } from '../auditView.ts';
import type { AuditRequests } from './requests.ts';

/** Requests that follow one another for one purpose. The sequence ends when another request begins or the user cancels. */
export interface RequestSequence {
  /** False once another request began or the user cancelled: the user wants something else now. */
  isCurrent(): boolean;
  /** Sends a request as `AuditRequests` does, with progress in the view. False, with nothing sent, if the sequence has ended. */
  load(filters?: AuditFilters): Promise<boolean>;
  search(filters: AuditFilters): Promise<boolean>;
  loadOlder(): Promise<boolean>;
  learnUser(resume: () => Promise<boolean>): Promise<boolean>;
}

/** Begins a sequence with the next request. */
export function createRequestSequence(
  requests: Pick<AuditRequests, 'turn' | 'load' | 'search' | 'loadOlder' | 'learnUser'>,
): RequestSequence {
  let turn = requests.turn();
  const isCurrent = (): boolean => requests.turn() === turn;
  const next = async (request: () => Promise<boolean>): Promise<boolean> => {
    if (!isCurrent()) return false;
    const taken = await withProgress(async () => {
      // Progress is shown first, which takes a moment.
      if (!isCurrent()) return false;
      const answer = request();
      turn = requests.turn();
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
