import { hasSetOperation, type Summary } from '../analysis/summary.ts';
import type { Token } from '../lexer/tokens.ts';
import type { LintedStatement } from '../lint/check.ts';
import { hasErrors } from '../lint/severity.ts';
import type { ParsedStatement } from '../syntax/document/document.ts';
import type { Range } from '../syntax/nodes.ts';
import { applyEdits, shiftRange, type TextEdit } from '../syntax/ranges.ts';

type PagingRefusalReason =
  | 'empty'
  | 'several-statements'
  | 'not-a-select'
  | 'not-accepted'
  | 'placeholder'
  | 'limit-not-a-number'
  | 'offset-not-a-number'
  | 'fetch'
  | 'set-operation'
  | 'locking'
  | 'into'
  | 'brackets'
  | 'no-from'
  | 'aggregate'
  | 'distinct'
  | 'grouped';

export interface PagingRefusal {
  readonly kind: 'refused';
  readonly reason: PagingRefusalReason;
}
/** Plan for a statement whose result is expected to have at most one row, so that no LIMIT or OFFSET is added. */
interface SinglePlan {
  readonly kind: 'single';
}
interface PagedPlan {
  readonly kind: 'paged';
  /**
   * Maximum number of rows of the whole result: the number in the user's LIMIT. Absent if the statement has no LIMIT.
   */
  readonly total?: number;
  /** Number of rows in the user's OFFSET; 0 if the statement has no OFFSET. */
  readonly base: number;
}
export type PagingPlan = SinglePlan | PagedPlan;

/**
 * One page to request: at most `limit` rows, starting with row `offset`. `offset` is 0-based and relative to the first
 * row after the user's own OFFSET.
 */
export interface PageWindow {
  readonly offset: number;
  readonly limit: number;
}
export type CountOutcome =
  | { readonly ok: true; readonly statement: string }
  | { readonly ok: false; readonly reason: PagingRefusalReason };

/**
 * The range of a LIMIT or OFFSET clause. `value` is the range of what follows the keyword, without ROW or ROWS. Offsets
 * are relative to `PageableStatement.text`.
 */
interface PageClause extends Range {
  readonly value: Range;
}
export interface PageableStatement extends Pick<Summary, 'clauses' | 'callsAggregate'> {
  readonly kind: 'pageable';
  /** The source text that contains the statement. Clause offsets are relative to the start of this text. */
  readonly text: string;
  readonly start: number;
  /**
   * Offset in `text` after the statement's last token that is not a comment. LIMIT and OFFSET are inserted here, before
   * a trailing comment, if the statement has neither.
   */
  readonly end: number;
  readonly tokens: readonly Token[];
  /** Edits to `text` that replace placeholders with their values; empty if no values have been provided. */
  readonly filling: readonly TextEdit[];
}

export const createRefusal = (reason: PagingRefusalReason): PagingRefusal => ({ kind: 'refused', reason });

/**
 * Returns the statement of `text` with the data that paging and counting require, or a refusal if it is not a SELECT
 * that can be paged (S36). `text` must contain no other statement.
 */
export function readPageable(
  text: string,
  { start, end, tree }: ParsedStatement,
  { findings, summary }: LintedStatement,
): PageableStatement | PagingRefusal {
  const { clauses, callsAggregate: aggregate } = summary;
  if (clauses.FOR || clauses.LOCK) return createRefusal('locking');
  if (clauses.INTO) return createRefusal('into');
  if (clauses.FETCH) return createRefusal('fetch');
  if (hasSetOperation(summary)) return createRefusal('set-operation');
  if (!summary.beginsWithSelect) return createRefusal(text[start] === '(' ? 'brackets' : 'not-a-select');
  if (hasErrors(findings)) return createRefusal('not-accepted');
  const { tokens } = tree;
  const clausesInText = shiftClauseRanges(summary, start);
  return {
    kind: 'pageable',
    text,
    start,
    end,
    tokens,
    clauses: clausesInText,
    callsAggregate: aggregate,
    filling: [],
  };
}

function shiftClauseRanges({ clauses }: Summary, by: number): Summary['clauses'] {
  return Object.fromEntries(
    Object.entries(clauses).map(([word, { start, end }]) => [word, { start: start + by, end: end + by }]),
  );
}

function readPageClause(statement: PageableStatement, clause: Range | undefined): PageClause | undefined {
  if (!clause) return undefined;
  const tokens = tokensIn(statement, clause);
  const hasRows = /^ROWS?$/.test(tokens.at(-1)?.word ?? '');
  const last = tokens.at(hasRows ? -2 : -1);
  const value = { start: tokens[1]?.start ?? clause.start, end: last?.end ?? clause.start };
  return { ...clause, value };
}
interface PageClauses {
  readonly limit?: PageClause;
  readonly offset?: PageClause;
}
function readPageClauses(statement: PageableStatement): PageClauses {
  const { LIMIT, OFFSET } = statement.clauses;
  const [limit, offset] = [readPageClause(statement, LIMIT), readPageClause(statement, OFFSET)];
  return { ...(limit && { limit }), ...(offset && { offset }) };
}

const tokensIn = ({ tokens, start: by }: PageableStatement, { start, end }: Range): Token[] =>
  tokens
    .filter((token) => token.start + by >= start && token.end + by <= end)
    .map((token) => ({ ...token, start: token.start + by, end: token.end + by }));

const isRefusal = (value: { readonly kind: string }): value is PagingRefusal => value.kind === 'refused';

function applyEditsAndFillValues({ text, filling }: PageableStatement, edits: readonly TextEdit[]): string {
  const isOutside = ({ start, end }: Range): boolean =>
    !edits.some((edit) => edit.start <= start && end <= edit.end);
  return applyEdits(
    text,
    [...edits, ...filling.filter(isOutside)].sort((a, b) => a.start - b.start),
  );
}

function filledValueText({ text, filling }: PageableStatement, { value }: PageClause): string {
  const within = filling.filter(({ start, end }) => value.start <= start && end <= value.end);
  const edits = within.map((edit) => shiftRange(edit, -value.start));
  return applyEdits(text.slice(value.start, value.end), edits).trim();
}

/**
 * Parses an unsigned whole number, such as `1_000` or `0x1F`. Returns undefined for other texts and for numbers above
 * 2^53 - 1.
 */
function parseWholeNumber(source: string): number | undefined {
  if (!/^\d/.test(source)) return undefined;
  const number = Number(source.replaceAll('_', ''));
  return Number.isSafeInteger(number) && /^(?:[\d_]+|0[xob][\da-f_]+)$/i.test(source) ? number : undefined;
}

const isPlaceholder = (source: string): boolean => source.startsWith(':') || source.startsWith('$');

export interface Paging {
  readonly plan: PagingPlan | PagingRefusal;
  /**
   * Returns the text to send for one page, with the page's LIMIT and OFFSET. The page ends at the user's LIMIT at the
   * latest. If the plan is not `paged`, returns the `whole` that was passed to `planPaging`.
   */
  page(window: PageWindow): string;
}

/**
 * Plans how to page through a statement's result. If `found` is a refusal, it becomes the plan. `whole` is the text to
 * send if the result is not paged.
 */
export function planPaging(found: PageableStatement | PagingRefusal, whole: string): Paging {
  const asItIs = (plan: Paging['plan']): Paging => ({ plan, page: () => whole });
  if (isRefusal(found)) return asItIs(found);
  if (found.callsAggregate && !found.clauses.GROUP) return asItIs({ kind: 'single' });
  const clauses = readPageClauses(found);
  const { limit, offset } = clauses;
  const total = limit && parseWholeNumber(filledValueText(found, limit));
  const base = offset ? parseWholeNumber(filledValueText(found, offset)) : 0;
  for (const clause of [limit, offset]) {
    if (clause && isPlaceholder(filledValueText(found, clause))) return asItIs(createRefusal('placeholder'));
  }
  if (limit && total === undefined) return asItIs(createRefusal('limit-not-a-number'));
  if (base === undefined) return asItIs(createRefusal('offset-not-a-number'));
  const plan: PagedPlan = { kind: 'paged', base, ...(total === undefined ? {} : { total }) };
  return { plan, page: (window) => createPageStatement(found, clauses, plan, window) };
}

function createPageStatement(
  found: PageableStatement,
  { limit, offset }: PageClauses,
  { total, base }: PagedPlan,
  window: PageWindow,
): string {
  const left = total === undefined ? window.limit : Math.min(window.limit, total - window.offset);
  const limitText = String(Math.max(0, left));
  const offsetText = String(base + window.offset);
  const replace = (clause: PageClause, text: string): TextEdit => ({ ...clause.value, text });
  const insert = (at: number, text: string): TextEdit => ({ start: at, end: at, text });
  if (limit && offset)
    return applyEditsAndFillValues(found, [replace(limit, limitText), replace(offset, offsetText)]);
  if (limit) {
    return applyEditsAndFillValues(found, [
      replace(limit, limitText),
      insert(limit.end, ` OFFSET ${offsetText}`),
    ]);
  }
  if (offset) {
    return applyEditsAndFillValues(found, [
      replace(offset, offsetText),
      insert(offset.end, ` LIMIT ${limitText}`),
    ]);
  }
  return applyEditsAndFillValues(found, [insert(found.end, ` LIMIT ${limitText} OFFSET ${offsetText}`)]);
}

/**
 * Returns a `SELECT COUNT(*)` with the statement's FROM and WHERE, without the user's LIMIT and OFFSET. Returns a
 * reason instead if `found` is a refusal, or if FROM and WHERE alone do not determine the number of rows, for example
 * because of DISTINCT.
 */
export function createCountStatement(found: PageableStatement | PagingRefusal): CountOutcome {
  if (isRefusal(found)) return { ok: false, reason: found.reason };
  const { clauses, callsAggregate: aggregate } = found;
  const from = clauses.FROM;
  if (aggregate) return { ok: false, reason: 'aggregate' };
  const targets = findSelectListRange(found, from?.start ?? found.start);
  if (!targets) return { ok: false, reason: 'distinct' };
  if (clauses.GROUP || clauses.HAVING) return { ok: false, reason: 'grouped' };
  if (!from) return { ok: false, reason: 'no-from' };
  const kept = Math.max(from.end, clauses.WHERE?.end ?? 0);
  const dropped = [clauses.LIMIT, clauses.OFFSET].filter((clause) => clause !== undefined);
  // Other clauses after FROM and WHERE that the settings allow, such as ORDER BY, are removed as well.
  const end = Math.max(kept, ...dropped.map((clause) => clause.end), found.end);
  return {
    ok: true,
    statement: applyEditsAndFillValues(found, [
      { ...targets, text: 'COUNT(*)' },
      { start: kept, end, text: '' },
    ]),
  };
}

function findSelectListRange(statement: PageableStatement, from: number): Range | undefined {
  const { start } = statement;
  const tokens = tokensIn(statement, { start, end: from });
  const [, first, second] = tokens;
  if (first?.word === 'DISTINCT') return undefined;
  const begin = first?.word === 'ALL' ? second : first;
  return { start: begin?.start ?? start, end: tokens.at(-1)?.end ?? start };
}
