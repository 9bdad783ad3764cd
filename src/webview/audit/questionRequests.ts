import type { AuditHost, QuestionCompletions, QuestionProblem } from '../../protocol/audit.ts';
import { areQuestionCompletions, isQuestionProblemOrNull } from '../../protocol/auditGuards.ts';
import type { PageHost } from '../../protocol/page.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import { requireValidResponse } from '../shared/validResponse.ts';

interface QuestionRequests {
  /**
   * Filters the loaded events by a question. Resolves to null after the rows that match were received, and also if the
   * request fails. If the question can't be parsed, filters nothing and resolves to the problem.
   */
  readonly filterByQuestion: (text: string) => Promise<QuestionProblem | null>;
  /**
   * Resolves to suggestions for the text of a question with the caret at `offset`, in UTF-16 code units. Resolves to an
   * empty list if the request fails.
   */
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
