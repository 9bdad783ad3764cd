import { applyValueChoice, createTimeTerms, withTimeTerms } from '../../../../core/audit/query/editQuery.ts';
import { parseQuestion } from '../../../../core/audit/query/parseQuery.ts';
import { findAuditField } from '../../../../core/audit/table/fields.ts';
import { questionProblemSentence } from '../../../../core/messages/questionProblems.ts';
import type { AuditHost } from '../../../../protocol/audit.ts';
import { type Handlers, OutOfDate } from '../../../../protocol/rpc.ts';
import { localizeSentence } from '../../../platform/messages.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import { restoreDisplayedValues } from '../../questionText.ts';
import { QuestionCompleter } from './questionCompleter.ts';
import type { TableModel } from './tableModel.ts';

type QuestionHandlers = Pick<
  Handlers<AuditHost>,
  'complete' | 'filterByFacet' | 'moreValues' | 'range' | 'search' | 'searchFacets'
>;

export function createQuestionHandlers(
  model: Pick<AuditModel, 'masking' | 'state' | 'trail'>,
  tableModel: Pick<
    TableModel,
    | 'changeQuestion'
    | 'findFacetValue'
    | 'raiseFacetLimitAndRedraw'
    | 'setFacetSearchAndRedraw'
    | 'waitUntilDrawn'
  >,
): QuestionHandlers {
  const completions = new QuestionCompleter(model);
  return {
    filterByFacet({ rev, facet, value, choice }) {
      const field = findAuditField(facet);
      const chosen = tableModel.findFacetValue(rev, facet, value);
      if (!field || !chosen) throw new OutOfDate('outdated');
      tableModel.changeQuestion((query) => applyValueChoice(query, field.id, [chosen.value], choice));
    },
    moreValues({ facet }) {
      const field = findAuditField(facet);
      if (field) tableModel.raiseFacetLimitAndRedraw(field.id);
    },
    searchFacets: ({ text }) => tableModel.setFacetSearchAndRedraw(text),
    range({ from, to }) {
      const times = from === undefined || to === undefined ? [] : createTimeTerms({ from, to });
      tableModel.changeQuestion((query) => withTimeTerms(query, times));
    },
    async search({ text }) {
      const { query, problem } = parseQuestion(text);
      if (query) {
        tableModel.changeQuestion((displayed) => restoreDisplayedValues(query, displayed, model.masking));
        await tableModel.waitUntilDrawn();
      }
      return problem
        ? {
            text: localizeSentence(questionProblemSentence(problem, text)),
            start: problem.start,
            end: problem.end,
          }
        : null;
    },
    complete: ({ text, offset }) => completions.suggestCompletions(text, offset),
  };
}
