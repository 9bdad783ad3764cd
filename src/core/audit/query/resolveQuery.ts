import { timestampToMs } from '../feed/timestamps.ts';
import { parseTime } from '../filters/timeRanges.ts';
import type { LocalFilters, TimeRange, TrailFilters, TrailTerm } from '../table/filter.ts';
import type { AuditQuery, QueryTerm, TimeTerm } from './auditQuery.ts';
import { isTimeTerm, separateFieldChoices } from './editQuery.ts';

export interface QuestionContext {
  /** The present time in milliseconds since 1970. */
  readonly now: number;
  /** Returns the time zone's offset at a moment (milliseconds since 1970) in minutes east of UTC. */
  readonly offsetMinutes: (ms: number) => number;
  /** Returns the IDs, as far as known, of requests that this extension sent. */
  readonly ownRequestIDs: () => readonly string[];
  readonly markedKeys: () => readonly string[];
  /** Returns the keys (`eventKey`) of the events whose notes contain the text, ignoring case. */
  readonly keysOfNotes: (text: string) => readonly string[];
}

/** Converts the user's filters so that a source can evaluate them without knowing the present time or the user. */
export function resolveFilters({ question, events }: LocalFilters, context: QuestionContext): TrailFilters {
  const { fields, others } = separateFieldChoices(question);
  const range = computeTimeRange(others, context);
  const terms = others.flatMap((term) => resolveTerm(term, context));
  return {
    fields,
    ...(range === undefined ? {} : { range }),
    ...(terms.length === 0 ? {} : { terms }),
    ...(events === undefined ? {} : { events }),
  };
}

function computeTimeRange(
  query: AuditQuery,
  context: Pick<QuestionContext, 'now' | 'offsetMinutes'>,
): TimeRange | undefined {
  const ranges = query.flatMap((term) => (isTimeTerm(term) ? [rangeOfTerm(term, context)] : []));
  if (ranges.length === 0) return undefined;
  const from = Math.max(...ranges.map((one) => one.from));
  return { from, to: Math.max(from, Math.min(...ranges.map((one) => one.to))) };
}

function rangeOfTerm(
  { kind, time }: TimeTerm,
  context: Pick<QuestionContext, 'now' | 'offsetMinutes'>,
): TimeRange {
  const isEnd = kind === 'until';
  const ms = timestampToMs(parseTime(time, { ...context, end: isEnd }) ?? '');
  return {
    from: isEnd ? Number.NEGATIVE_INFINITY : (ms ?? Number.NEGATIVE_INFINITY),
    // The millisecond that contains the last moment belongs to the range, so the excluded end is the next millisecond.
    to: isEnd ? (ms === undefined ? Number.POSITIVE_INFINITY : ms + 1) : Number.POSITIVE_INFINITY,
  };
}

function resolveTerm(term: QueryTerm, context: QuestionContext): readonly TrailTerm[] {
  switch (term.kind) {
    case 'field':
    case 'read':
      return [term];
    case 'text':
      return [{ ...term, notedKeys: context.keysOfNotes(term.text) }];
    case 'marked':
      return [{ kind: 'keys', keys: context.markedKeys(), isNegated: term.isNegated }];
    case 'me': {
      const values = context.ownRequestIDs().map((text) => ({ kind: 'text', text }) as const);
      return [{ kind: 'field', field: 'requestID', values, isNegated: term.isNegated }];
    }
    case 'last':
    case 'since':
    case 'until':
      return [];
  }
}
