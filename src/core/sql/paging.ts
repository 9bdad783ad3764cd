/**
 * Reading a result page by page (spec 4.2 rule 7) and counting it, by changing the statement's own text: what the
 * person wrote stays as it is, comments and layout included. The LIMIT they wrote is the total, their OFFSET the base.
 */

import { hasErrors } from './check.ts';
import type { Outline, PageClause, Range } from './outline.ts';
import { scan } from './scanner.ts';
import { createReader, readStatement } from './statement.ts';
import { eachStatement } from './statements.ts';
import type { CheckOptions } from './types.ts';

export type PagingRefusalReason =
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
export interface SinglePlan {
  readonly kind: 'single';
}
export interface PagedPlan {
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

interface Read {
  readonly outline: Outline;
  /** Offset after the last token that means something: what is appended stands before a trailing comment. */
  readonly end: number;
}

const refuse = (reason: PagingRefusalReason): PagingRefusal => ({ kind: 'refused', reason });

/** The one statement of a text, if it is a SELECT that can be cut up safely. */
function read(text: string, options: CheckOptions): Read | PagingRefusal {
  const tokens = scan(text);
  const statements: (readonly [first: number, last: number])[] = [];
  eachStatement(tokens, (first, last) => statements.push([first, last]));
  const [statement, second] = statements;
  if (!statement) return refuse('empty');
  if (second) return refuse('several-statements');
  const [first, last] = statement;
  const reader = createReader(text, tokens, { allow: options.allow ?? [], pageSize: Infinity, names: false });
  readStatement(reader, first, last);
  const { outline, findings } = reader;
  if (outline.locking) return refuse('locking');
  if (outline.into) return refuse('into');
  if (outline.fetch) return refuse('fetch');
  if (outline.setOperation) return refuse('set-operation');
  if (!outline.select) return refuse(text[tokens.starts[first] ?? 0] === '(' ? 'brackets' : 'not-a-select');
  if (hasErrors(findings)) return refuse('not-accepted');
  return { outline, end: tokens.ends[last - 1] ?? 0 };
}

const isRefusal = (value: Read | PagingRefusal | PagingPlan): value is PagingRefusal =>
  'kind' in value && value.kind === 'refused';

/** A whole number that a double holds; undefined for anything else. */
function wholeNumber(text: string, { start, end }: Range): number | undefined {
  const source = text.slice(start, end);
  if (!/^\d/.test(source)) return undefined;
  const number = Number(source.replaceAll('_', ''));
  return Number.isSafeInteger(number) && /^(?:[\d_]+|0[xob][\da-f_]+)$/i.test(source) ? number : undefined;
}

const isPlaceholder = (text: string, { start }: Range): boolean => text[start] === ':' || text[start] === '$';

/**
 * How to page through a statement, or why that cannot be. `options.allow` as in `checkText`: a statement that the
 * check refuses is not planned.
 */
export function planPaging(statement: string, options: CheckOptions = {}): PagingPlan | PagingRefusal {
  const found = read(statement, options);
  if (isRefusal(found)) return found;
  const { limit, offset, aggregate } = found.outline;
  if (aggregate) return { kind: 'single' };
  const total = limit && wholeNumber(statement, limit.value);
  const base = offset ? wholeNumber(statement, offset.value) : 0;
  for (const clause of [limit, offset]) {
    if (clause && isPlaceholder(statement, clause.value)) return refuse('placeholder');
  }
  if (limit && total === undefined) return refuse('limit-not-a-number');
  if (base === undefined) return refuse('offset-not-a-number');
  return { kind: 'paged', base, ...(total === undefined ? {} : { total }) };
}

interface Splice extends Range {
  readonly text: string;
}

/** Replaces ranges that do not overlap. */
function splice(text: string, splices: readonly Splice[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text: inserted } of [...splices].sort((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + inserted;
    at = end;
  }
  return result + text.slice(at);
}

/**
 * The statement for one page: the user's numbers replaced where they wrote some, else `LIMIT n OFFSET m` put
 * after the last token. Never asks for more than the user's LIMIT leaves. `plan` is that of the same statement;
 * a `single` one gives the statement as it is. Throws a RangeError on a statement that `planPaging` refuses.
 */
export function pageStatement(
  statement: string,
  plan: PagingPlan,
  window: PageWindow,
  options: CheckOptions = {},
): string {
  if (plan.kind === 'single') return statement;
  const found = read(statement, options);
  if (isRefusal(found)) throw new RangeError(`cannot be paged: ${found.reason}`);
  const left = plan.total === undefined ? window.limit : Math.min(window.limit, plan.total - window.offset);
  const limitText = String(Math.max(0, left));
  const offsetText = String(plan.base + window.offset);
  const { limit, offset } = found.outline;
  const replace = (clause: PageClause, text: string): Splice => ({ ...clause.value, text });
  const insert = (at: number, text: string): Splice => ({ start: at, end: at, text });
  if (limit && offset) return splice(statement, [replace(limit, limitText), replace(offset, offsetText)]);
  if (limit) {
    return splice(statement, [replace(limit, limitText), insert(limit.end, ` OFFSET ${offsetText}`)]);
  }
  if (offset) {
    return splice(statement, [replace(offset, offsetText), insert(offset.end, ` LIMIT ${limitText}`)]);
  }
  return splice(statement, [insert(found.end, ` LIMIT ${limitText} OFFSET ${offsetText}`)]);
}

/**
 * `SELECT COUNT(*)` over the same FROM and WHERE, so the rows of the whole result: the user's LIMIT and OFFSET
 * are taken out. Refused with a reason where the number of rows is not that of FROM and WHERE.
 */
export function countStatement(statement: string, options: CheckOptions = {}): CountOutcome {
  const found = read(statement, options);
  if (isRefusal(found)) return { ok: false, reason: found.reason };
  const { outline } = found;
  const { targets, from, where, limit, offset } = outline;
  if (outline.aggregate) return { ok: false, reason: 'aggregate' };
  if (outline.distinct) return { ok: false, reason: 'distinct' };
  if (outline.grouped) return { ok: false, reason: 'grouped' };
  if (!from || !targets) return { ok: false, reason: 'no-from' };
  const kept = Math.max(from.end, where?.end ?? 0);
  const dropped = [limit, offset].filter((clause) => clause !== undefined);
  // Between FROM and the end there may be other clauses that the settings allow, such as ORDER BY: they go too.
  const end = Math.max(kept, ...dropped.map((clause) => clause.end), found.end);
  return {
    ok: true,
    statement: splice(statement, [
      { ...targets, text: 'COUNT(*)' },
      { start: kept, end, text: '' },
    ]),
  };
}
