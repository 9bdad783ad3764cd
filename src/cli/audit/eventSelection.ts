/** Selects the events that match a question, and masks them, for the commands `audit`. */
import { toCompactEvent } from '../../core/audit/feed/compactEvent.ts';
import type { AuditFilters } from '../../core/audit/filters/filters.ts';
import type { EventRecord } from '../../core/audit/handover/records.ts';
import { maskQueryLiterals } from '../../core/audit/masking/repeatedLiterals.ts';
import type { AuditQuery } from '../../core/audit/query/auditQuery.ts';
import { parseQuestion } from '../../core/audit/query/parseQuery.ts';
import { printQuery } from '../../core/audit/query/printQuery.ts';
import { resolveFilters } from '../../core/audit/query/resolveQuery.ts';
import { removeTerms, selectServerTerms } from '../../core/audit/query/serverTerms.ts';
import { EventStore } from '../../core/audit/store/eventStore.ts';
import { parseQueryReads } from '../../core/audit/table/queryReads.ts';
import { newestFirst } from '../../core/audit/table/trail.ts';
import { questionProblemSentence } from '../../core/messages/questionProblems.ts';
import { terminalText } from '../../core/messages/terminalTexts.ts';
import type { AuditEvent } from '../../core/service/types.ts';
import { maskLiterals } from '../../core/sql/analysis/maskLiterals.ts';
import { nodeBytes } from '../../node/nodeBytes.ts';
import { ArgumentError } from '../options.ts';
import { markRange } from '../terminalText.ts';

export interface Question {
  /** The question in the normalized form that `printQuery` returns. */
  readonly text: string;
  /** The part that the service evaluates. */
  readonly filters: AuditFilters;
  /** The part that is evaluated over the events that the service returns. */
  readonly local: AuditQuery;
}

export function parseQuestionOption(text: string | undefined): Question {
  const { query, problem } = parseQuestion(text ?? '');
  if (problem) {
    const { start, end } = problem;
    const why = terminalText(questionProblemSentence(problem, text ?? ''));
    throw new ArgumentError(
      `--question can't be read at character ${start + 1}:\n${markRange(text ?? '', start, end)}\n${why}`,
    );
  }
  if (query.some(({ kind }) => kind === 'marked'))
    throw new ArgumentError('--question: marks are known to the editor only. Remove the term "marked".');
  const { filters, terms } = selectServerTerms(query);
  return { text: printQuery(query), filters, local: removeTerms(query, terms) };
}

interface SelectionContext {
  readonly isMasking: boolean;
  readonly now: () => number;
  readonly ownRequestIDs: () => ReadonlySet<string>;
}

/** Creates a function that returns records for those of its events that match the question, in the same order. */
export function createEventSelection(
  { local }: Question,
  { isMasking, now, ownRequestIDs }: SelectionContext,
): (events: readonly AuditEvent[]) => Promise<readonly EventRecord[]> {
  const select = (events: readonly AuditEvent[]): readonly AuditEvent[] => {
    if (local.length === 0) return events;
    const store = new EventStore(nodeBytes, parseQueryReads);
    store.add(events.map(toCompactEvent));
    const filters = resolveFilters(
      { question: local },
      {
        now: now(),
        offsetMinutes: () => 0,
        ownRequestIDs: () => [...ownRequestIDs()],
        markedKeys: () => [],
        keysOfNotes: () => [],
      },
    );
    const rows = new Set(store.rows(filters, newestFirst));
    return events.filter((_event, row) => rows.has(row));
  };
  return async (events) =>
    select(events).map((event): EventRecord => {
      const masked = isMasking ? maskQueryLiterals(event, maskLiterals) : event;
      return { kind: 'event', event: keepVariant(masked, event), isMasked: masked !== event };
    });
}

function keepVariant(masked: AuditEvent, { variant }: EventRecord['event']): EventRecord['event'] {
  return masked.raw === undefined || variant === undefined || 'variant' in masked
    ? masked
    : { ...masked, variant };
}
