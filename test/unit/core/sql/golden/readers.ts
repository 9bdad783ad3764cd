/** What the product reads from a text, each reading as lines that can be compared and looked at. */

import { parseQueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import { maskLiterals } from '../../../../../src/core/sql/analysis/maskLiterals.ts';
import type { Summary } from '../../../../../src/core/sql/analysis/summary.ts';
import { completeAt } from '../../../../../src/core/sql/editor/completion/complete.ts';
import { foldingRanges } from '../../../../../src/core/sql/editor/folding.ts';
import { createFormatEdits } from '../../../../../src/core/sql/editor/format.ts';
import { findKeywordLikeNames } from '../../../../../src/core/sql/editor/nameTokens.ts';
import { collectNamesOfText } from '../../../../../src/core/sql/editor/schemaIndex.ts';
import { statementSymbols } from '../../../../../src/core/sql/editor/symbols.ts';
import { findPlaceholders } from '../../../../../src/core/sql/execution/placeholders.ts';
import { prepareQuery } from '../../../../../src/core/sql/execution/preparedQuery.ts';
import { createSafeRewriteEdits } from '../../../../../src/core/sql/fixes/rewriteAll.ts';
import { splitStatements } from '../../../../../src/core/sql/lexer/statements.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import type { Finding } from '../../../../../src/core/sql/lint/findings.ts';
import type { CheckOptions } from '../../../../../src/core/sql/lint/options.ts';
import { parseStatements } from '../../../../../src/core/sql/syntax/document/document.ts';
import { applyEdits, shiftRange } from '../../../../../src/core/sql/syntax/ranges.ts';
import { summaryOf } from '../summaryOf.ts';

/** One thing that is read. */
export interface Line {
  /** What it is, such as `error syntax/unexpected-token`: differences are counted by it. */
  readonly kind: string;
  /** Of what, where that is a name from a short list: differences are grouped by it as well. */
  readonly of?: string;
  /** Where, and all that is special to this statement. */
  readonly at: string;
}
/** Total: where it throws, that is a line too (see `linesOf`). */
export type Reader = (text: string, options: CheckOptions) => readonly Line[];

/** A value as JSON, whatever the order of its keys; maps as lists of pairs. */
const json = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => {
    if (one instanceof Map) return [...one];
    if (one === null || typeof one !== 'object' || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

/** Findings as lines; those at one place in a fixed order, since theirs means nothing. */
export const findingLines = (findings: readonly Finding[]): Line[] =>
  findings
    .toSorted((a, b) => a.start - b.start || a.end - b.end || (json(a) < json(b) ? -1 : 1))
    .map(({ severity, code, reason, construct, start, end, data }) => ({
      kind: `${severity} ${code}${reason === undefined ? '' : `/${reason}`}`,
      of: construct,
      at: `${start}..${end}${data === undefined ? '' : ` ${json(data)}`}`,
    }));

const one = (kind: string, value: unknown): Line => ({ kind, at: json(value) });
const each = (kind: string, values: readonly unknown[]): Line[] => values.map((value) => one(kind, value));

/** Tables with the names that lists around them give to their columns too, columns, and calls of REDACTION. */
function summaryLines({ start: by, summary }: NonNullable<ReturnType<typeof summaryOf>>): Line[] {
  const { tables, columns, redactions, groups } = summary;
  const listed = tables.map((table, index) => {
    const around = groups.filter(({ first, last }) => first <= index && index < last);
    const names = [table, ...around].flatMap((group) => group.columns ?? []);
    return shiftRange(names.length === 0 ? table : { ...table, columns: names }, by);
  });
  const placed = columns.map(({ conditionalOperator: conditional, ...column }) => ({
    ...shiftRange(column, by),
    ...(conditional && { conditional: shiftRange(conditional, by) }),
  }));
  const calls = redactions.map(({ start, end, argumentStart: argument, level }) => {
    const column = columns.findLast((one) => one.start === argument);
    return { ...shiftRange({ start, end }, by), table: column?.table, column: column?.name, level };
  });
  return [...each('table', listed), ...each('column', placed), ...each('redaction', calls)];
}

/** Whether all columns are read: of the outermost query, or of one table. */
const hasStar = ({ hasOutermostStar: outermostStar, starQualifiers: stars }: Summary): boolean =>
  outermostStar || stars.some((qualifier) => qualifier !== undefined);

const names: Reader = (text) => {
  const { anyColumnNames: anyColumn, labels } = prepareQuery(text).names;
  const read = summaryOf(text);
  return [
    ...(read ? summaryLines(read) : []),
    ...each('label', labels),
    ...(read && hasStar(read.summary) ? [one('star', true)] : []),
    ...(anyColumn.length > 0 ? [one('any column', anyColumn)] : []),
  ];
};

const outputs: Reader = (text) => {
  const list = prepareQuery(text).selectList;
  return [
    ...each('output', prepareQuery(text).outputs),
    ...(list ? each('certain name', list) : [one('list not known', true)]),
  ];
};

const reads: Reader = (text) => {
  const { reads: all, missing } = parseQueryReads(text);
  return [...each('read', all), ...(missing ? [one(`missing ${missing}`, true)] : [])];
};

const masked: Reader = (text) => {
  const hidden: string[] = [];
  const shown = maskLiterals(text, (literal) => hidden.push(literal));
  return [one('shown', shown), ...each('hidden', hidden)];
};

const paging: Reader = (text, options) => {
  const plan = prepareQuery(text, options).plan;
  if (plan.kind === 'refused') return [{ kind: 'refused', of: plan.reason, at: '' }];
  const second = prepareQuery(text, options).page({ offset: 25, limit: 25 });
  return [one(plan.kind, plan), one('page 2', second)];
};

const count: Reader = (text, options) => {
  const counted = prepareQuery(text, options).count;
  return counted.ok ? [one('count', counted.statement)] : [{ kind: 'refused', of: counted.reason, at: '' }];
};

const schema = collectNamesOfText(
  'SELECT p.id, p.name, p.ssn FROM persons p; SELECT a, b FROM t; SELECT c FROM u; SELECT "x y" FROM "My Table"',
);
/** By offsets in the text. */
const placeholdersIn = (text: string): unknown[] =>
  [...parseStatements(text)].flatMap(({ tree, start: by }) =>
    findPlaceholders(tree).map((one) => shiftRange(one, by)),
  );

/** At a few carets: there are too many for all of them. */
const completions: Reader = (text, { allow = [], columns = [] }) =>
  [0.25, 0.5, 0.75, 1].map((part) => {
    const offset = Math.round(part * text.length);
    const { start, end, items } = completeAt(text, offset, { schema, allow, columns });
    const offered = items.map(({ kind, label, refused }) => `${kind} ${label}${refused ? ' (refused)' : ''}`);
    return {
      kind: [...new Set(items.map(({ kind }) => kind))].join(' '),
      at: `${offset} ${start}..${end} ${offered.join()}`,
    };
  });

/** Each has a golden file of its name. */
export const readers = {
  findings: (text, options) => findingLines(checkText(text, options)),
  names,
  outputs,
  reads,
  masked,
  paging,
  count,
  placeholders: (text) => each('placeholder', placeholdersIn(text)),
  statements: (text) => each('statement', splitStatements(text)),
  symbols: (text) => each('symbol', statementSymbols(text)),
  learnt: (text, { allow = [] }) => each('table', [...collectNamesOfText(text, -1, allow)]),
  completions,
  nameTokens: (text) =>
    findKeywordLikeNames(text).map(({ kind, start, end }) => ({ kind, at: `${start}..${end}` })),
  folds: (text) => each('fold', foldingRanges(text)),
  formatted: (text) => each('edit', createFormatEdits(text)),
  fixed: (text, options) => {
    const edits = createSafeRewriteEdits(text, { check: options });
    return edits.length === 0 ? [] : [one('fixed', applyEdits(text, edits))];
  },
} as const satisfies Record<string, Reader>;

export type ReaderName = keyof typeof readers;
export const readerNames = Object.keys(readers) as ReaderName[];

/** What a reader says of a text; what it throws is one line. */
export function linesOf(reader: Reader, text: string, options: CheckOptions): readonly Line[] {
  try {
    return reader(text, options);
  } catch (error) {
    return [{ kind: 'throws', of: String(error), at: '' }];
  }
}

export const lineText = ({ kind, of, at }: Line): string =>
  [kind, of, at].filter((part) => part !== undefined && part !== '').join(' ');
