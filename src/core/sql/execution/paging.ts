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
/** `single`: the result is one row (aggregates), so one request with the statement as it is. */
interface SinglePlan {
  readonly kind: 'single';
}
interface PagedPlan {
  readonly kind: 'paged';
  /** The user's LIMIT: rows of the whole result at most. */
  readonly total?: number;
  /** The user's OFFSET, 0 without one. */
  readonly base: number;
}
export type PagingPlan = SinglePlan | PagedPlan;

/** Rows wanted: `offset` counts from the first row of the user's result, so from their own OFFSET. */
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
/** A SELECT that can be cut up safely: all that paging and counting need of it. */
export interface PageableStatement extends Pick<Summary, 'clauses' | 'aggregate'> {
  readonly kind: 'pageable';
  /** With what is around the statement; the offsets of clauses are in it. */
  readonly text: string;
  /** From SELECT on. */
  readonly start: number;
  /** Offset after the last token that is no comment: what is appended goes before a trailing comment. */
  readonly end: number;
  /** Their offsets begin at the statement. */
  readonly tokens: readonly Token[];
  /** What fills in its placeholders. */
  readonly filling: readonly TextEdit[];
}

export const refuse = (reason: PagingRefusalReason): PagingRefusal => ({ kind: 'refused', reason });

/** A statement that is the only one of its text, if it is a SELECT that can be cut up safely. */
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

/** The clauses by offsets in the text. */
function clausesFrom({ clauses }: Summary, by: number): Summary['clauses'] {
  return Object.fromEntries(
    Object.entries(clauses).map(([word, { start, end }]) => [word, { start: start + by, end: end + by }]),
  );
}

/** A LIMIT or OFFSET clause of the statement; its value is what follows the keyword, without ROW or ROWS. */
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

/** The tokens in a range of the text, by offsets in it. */
const tokensIn = ({ tokens, start: by }: PageableStatement, { start, end }: Range): Token[] =>
  tokens
    .filter((token) => token.start + by >= start && token.end + by <= end)
    .map((token) => ({ ...token, start: token.start + by, end: token.end + by }));

const isRefusal = (value: { readonly kind: string }): value is PagingRefusal => value.kind === 'refused';

/** The statement's text with these edits, in any order, its placeholders filled in; an edit wins over what is in it. */
function rewritten({ text, filling }: PageableStatement, edits: readonly TextEdit[]): string {
  const isOutside = ({ start, end }: Range): boolean =>
    !edits.some((edit) => edit.start <= start && end <= edit.end);
  return applyEdits(
    text,
    [...edits, ...filling.filter(isOutside)].sort((a, b) => a.start - b.start),
  );
}

/** The value of a clause, a placeholder there filled in. */
function valueText({ text, filling }: PageableStatement, { value }: PageClause): string {
  const within = filling.filter(({ start, end }) => value.start <= start && end <= value.end);
  const edits = within.map((edit) => shiftRange(edit, -value.start));
  return applyEdits(text.slice(value.start, value.end), edits).trim();
}

/** A whole number that a double holds; undefined for anything else. */
function wholeNumber(source: string): number | undefined {
  if (!/^\d/.test(source)) return undefined;
  const number = Number(source.replaceAll('_', ''));
  return Number.isSafeInteger(number) && /^(?:[\d_]+|0[xob][\da-f_]+)$/i.test(source) ? number : undefined;
}

const isPlaceholder = (source: string): boolean => source.startsWith(':') || source.startsWith('$');

/** A plan, and the text that it gives for each page. */
export interface Paging {
  readonly plan: PagingPlan | PagingRefusal;
  /**
   * The statement for one page: the user's numbers replaced where they wrote some, else `LIMIT n OFFSET m` put after the
   * last token. Never asks for more than the user's LIMIT leaves. `whole` where the plan is not to page.
   */
  page(window: PageWindow): string;
}

/**
 * How to page through a statement, or why that cannot be; read once, for all its pages. One that the check refuses is not
 * planned. `whole` is the text to send as it is.
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

/** The SELECT list of a statement, up to FROM; undefined where it begins with DISTINCT. */
function targetList(statement: PageableStatement, from: number): Range | undefined {
  const { start } = statement;
  const tokens = tokensIn(statement, { start, end: from });
  const [, first, second] = tokens;
  if (first?.word === 'DISTINCT') return undefined;
  const begin = first?.word === 'ALL' ? second : first;
  return { start: begin?.start ?? start, end: tokens.at(-1)?.end ?? start };
}
