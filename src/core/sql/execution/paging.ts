/**
 * Reading a result page by page (S36) and counting it, by changing the statement's own text: what the
 * person wrote stays as it is, comments and layout included. The LIMIT they wrote is the total, their OFFSET the base.
 */
import { isSetOperation, type Summary } from '../analysis/summary.ts';
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
/** The result is one row because the SELECT list aggregates, so the statement is sent once, unchanged. */
interface SinglePlan {
  readonly kind: 'single';
}
interface PagedPlan {
  readonly kind: 'paged';
  /** Maximum number of rows of the whole result: the user's LIMIT. Absent if the statement has none. */
  readonly total?: number;
  /** The user's OFFSET, 0 without one. */
  readonly base: number;
}
export type PagingPlan = SinglePlan | PagedPlan;

/** The rows to request. `offset` is 0-based and relative to the user's own OFFSET. */
export interface PageWindow {
  readonly offset: number;
  readonly limit: number;
}
export type CountOutcome =
  | { readonly ok: true; readonly statement: string }
  | { readonly ok: false; readonly reason: PagingRefusalReason };

/** A LIMIT or OFFSET clause with its value. */
interface PageClause extends Range {
  readonly value: Range;
}
/** A SELECT whose text can be edited safely for paging and counting. */
export interface PageableStatement extends Pick<Summary, 'clauses' | 'aggregate'> {
  readonly kind: 'pageable';
  /** The source text that contains the statement. Clause offsets are relative to the start of this text. */
  readonly text: string;
  /** Offset of the statement's first token in `text`. */
  readonly start: number;
  /** Offset after the last token that is not a comment. Text is appended here, before a trailing comment. */
  readonly end: number;
  /** Tokens of the statement. Their offsets are relative to `start`, unlike those of clauses. */
  readonly tokens: readonly Token[];
  /** Edits to `text` that replace placeholders with their values. */
  readonly filling: readonly TextEdit[];
}

export const refuse = (reason: PagingRefusalReason): PagingRefusal => ({ kind: 'refused', reason });

/**
 * Returns the statement if it is a SELECT that can be paged, else the reason why it cannot (S36). `text` must contain
 * no other statement.
 */
export function readPageable(
  text: string,
  { start, end, tree }: ParsedStatement,
  { findings, summary }: LintedStatement,
): PageableStatement | PagingRefusal {
  const { clauses, aggregate } = summary;
  if (clauses.FOR || clauses.LOCK) return refuse('locking');
  if (clauses.INTO) return refuse('into');
  if (clauses.FETCH) return refuse('fetch');
  if (isSetOperation(summary)) return refuse('set-operation');
  if (!summary.select) return refuse(text[start] === '(' ? 'brackets' : 'not-a-select');
  if (hasErrors(findings)) return refuse('not-accepted');
  const { tokens } = tree;
  const clausesInText = clausesFrom(summary, start);
  return { kind: 'pageable', text, start, end, tokens, clauses: clausesInText, aggregate, filling: [] };
}

/** Returns the clauses with their offsets shifted by `by`. */
function clausesFrom({ clauses }: Summary, by: number): Summary['clauses'] {
  return Object.fromEntries(
    Object.entries(clauses).map(([word, { start, end }]) => [word, { start: start + by, end: end + by }]),
  );
}

/** Returns a LIMIT or OFFSET clause with the range of its value: what follows the keyword, without ROW or ROWS. */
function pageClause(statement: PageableStatement, clause: Range | undefined): PageClause | undefined {
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
function pageClauses(statement: PageableStatement): PageClauses {
  const { LIMIT, OFFSET } = statement.clauses;
  const [limit, offset] = [pageClause(statement, LIMIT), pageClause(statement, OFFSET)];
  return { ...(limit && { limit }), ...(offset && { offset }) };
}

/** Returns the tokens within a range of the text, with offsets relative to the text. */
const tokensIn = ({ tokens, start: by }: PageableStatement, { start, end }: Range): Token[] =>
  tokens
    .filter((token) => token.start + by >= start && token.end + by <= end)
    .map((token) => ({ ...token, start: token.start + by, end: token.end + by }));

const isRefusal = (value: { readonly kind: string }): value is PagingRefusal => value.kind === 'refused';

/** Applies edits, in any order, and fills in the placeholders outside them. Returns the whole text. */
function rewritten({ text, filling }: PageableStatement, edits: readonly TextEdit[]): string {
  const isOutside = ({ start, end }: Range): boolean =>
    !edits.some((edit) => edit.start <= start && end <= edit.end);
  return applyEdits(
    text,
    [...edits, ...filling.filter(isOutside)].sort((a, b) => a.start - b.start),
  );
}

/** Returns the source text of a clause's value with its placeholders filled in. */
function valueText({ text, filling }: PageableStatement, { value }: PageClause): string {
  const within = filling.filter(({ start, end }) => value.start <= start && end <= value.end);
  const edits = within.map((edit) => shiftRange(edit, -value.start));
  return applyEdits(text.slice(value.start, value.end), edits).trim();
}

/** Parses an unsigned integer literal of PostgreSQL. Returns undefined for anything else and above 2^53 - 1. */
function wholeNumber(source: string): number | undefined {
  if (!/^\d/.test(source)) return undefined;
  const number = Number(source.replaceAll('_', ''));
  return Number.isSafeInteger(number) && /^(?:[\d_]+|0[xob][\da-f_]+)$/i.test(source) ? number : undefined;
}

const isPlaceholder = (source: string): boolean => source.startsWith(':') || source.startsWith('$');

/** How a statement is paged, and the text to send for each page. */
export interface Paging {
  readonly plan: PagingPlan | PagingRefusal;
  /**
   * The statement for one page: the user's numbers replaced where they wrote some, else `LIMIT n OFFSET m` put after
   * the last token. Never asks for more than the user's LIMIT leaves. `whole` where the plan is not to page.
   */
  page(window: PageWindow): string;
}

/**
 * How to page through a statement, or why that cannot be; read once, for all its pages. One that the check refuses is
 * not planned. `whole` is the text to send as it is.
 */
export function planPaging(found: PageableStatement | PagingRefusal, whole: string): Paging {
  const asItIs = (plan: Paging['plan']): Paging => ({ plan, page: () => whole });
  if (isRefusal(found)) return asItIs(found);
  if (found.aggregate) return asItIs({ kind: 'single' });
  const clauses = pageClauses(found);
  const { limit, offset } = clauses;
  const total = limit && wholeNumber(valueText(found, limit));
  const base = offset ? wholeNumber(valueText(found, offset)) : 0;
  for (const clause of [limit, offset]) {
    if (clause && isPlaceholder(valueText(found, clause))) return asItIs(refuse('placeholder'));
  }
  if (limit && total === undefined) return asItIs(refuse('limit-not-a-number'));
  if (base === undefined) return asItIs(refuse('offset-not-a-number'));
  const plan: PagedPlan = { kind: 'paged', base, ...(total === undefined ? {} : { total }) };
  return { plan, page: (window) => pageStatement(found, clauses, plan, window) };
}

function pageStatement(
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
  if (limit && offset) return rewritten(found, [replace(limit, limitText), replace(offset, offsetText)]);
  if (limit) {
    return rewritten(found, [replace(limit, limitText), insert(limit.end, ` OFFSET ${offsetText}`)]);
  }
  if (offset) {
    return rewritten(found, [replace(offset, offsetText), insert(offset.end, ` LIMIT ${limitText}`)]);
  }
  return rewritten(found, [insert(found.end, ` LIMIT ${limitText} OFFSET ${offsetText}`)]);
}

/**
 * `SELECT COUNT(*)` over the same FROM and WHERE, so the rows of the whole result: the user's LIMIT and OFFSET
 * are taken out. Refused with a reason where the number of rows is not that of FROM and WHERE.
 */
export function countStatement(found: PageableStatement | PagingRefusal): CountOutcome {
  if (isRefusal(found)) return { ok: false, reason: found.reason };
  const { clauses, aggregate } = found;
  const from = clauses.FROM;
  if (aggregate) return { ok: false, reason: 'aggregate' };
  const targets = targetList(found, from?.start ?? found.start);
  if (!targets) return { ok: false, reason: 'distinct' };
  if (clauses.GROUP || clauses.HAVING) return { ok: false, reason: 'grouped' };
  if (!from) return { ok: false, reason: 'no-from' };
  const kept = Math.max(from.end, clauses.WHERE?.end ?? 0);
  const dropped = [clauses.LIMIT, clauses.OFFSET].filter((clause) => clause !== undefined);
  // Between FROM and the end there may be other clauses that the settings allow, such as ORDER BY: they go too.
  const end = Math.max(kept, ...dropped.map((clause) => clause.end), found.end);
  return {
    ok: true,
    statement: rewritten(found, [
      { ...targets, text: 'COUNT(*)' },
      { start: kept, end, text: '' },
    ]),
  };
}

/** Returns the range of the SELECT list, up to `from`. Returns undefined if the list begins with DISTINCT. */
function targetList(statement: PageableStatement, from: number): Range | undefined {
  const { start } = statement;
  const tokens = tokensIn(statement, { start, end: from });
  const [, first, second] = tokens;
  if (first?.word === 'DISTINCT') return undefined;
  const begin = first?.word === 'ALL' ? second : first;
  return { start: begin?.start ?? start, end: tokens.at(-1)?.end ?? start };
}
