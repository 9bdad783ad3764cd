import type { AuditHost, QuestionCompletions, QuestionProblem } from '../../protocol/audit.ts';
import { areQuestionCompletions, isQuestionProblemOrNull } from '../../protocol/auditGuards.ts';
import type { PageHost } from '../../protocol/page.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import { requireValidResponse } from '../shared/validResponse.ts';

interface QuestionRequests {
  /**
   * Filters the loaded events by a question if it can be parsed. Resolves to the problem of a question that can't be
   * parsed, otherwise to null after the filtered rows were received, even if the request fails.
   */
  readonly filterByQuestion: (text: string) => Promise<QuestionProblem | null>;
  /** Resolves to suggestions for a question at `offset`, in UTF-16 code units; to none if the request fails. */
  readonly requestCompletions: (text: string, offset: number) => Promise<QuestionCompletions>;
}

/** Creates the requests of the question bar to the host. */
export function createQuestionRequests(host: Rpc<AuditHost & PageHost>): QuestionRequests {
  return {
    filterByQuestion(text) {
      const response = host.call('search', { text });
      return requireValidResponse(host, 'search', response, isQuestionProblemOrNull).catch(() => null);
    },
    requestCompletions(text, offset) {
      const response = host.call('complete', { text, offset });
      return requireValidResponse(host, 'complete', response, areQuestionCompletions).catch(() => ({
        from: offset,
        to: offset,
        items: [],
      }));
    },
  };
}
