/**
 * Reads the tokens of one statement and collects what it finds; a token is its index. The grammar stands in query,
 * from and expression. One statement is read at a time, from its first token to its last without a pause, so the
 * place that reading has reached is the module's own: the grammar then reads like a grammar.
 */

import * as can from './abilities.ts';
import { type Construct, type ConstructKind, codeOf, findChecked } from './dialect.ts';
import { fusedWords } from './keywords.ts';
import { emptyOutline, type Outline, type Range } from './outline.ts';
import { severityOf } from './severity.ts';
import * as states from './states.ts';
import type { TokenList } from './tokens.ts';
import type { Finding, FindingCode, OtherReason, SyntaxReason } from './types.ts';
import { abilitiesOf, sorts } from './vocabulary.ts';

export interface ReaderSettings {
  /** Names in the form of `normalizeAllowed`. */
  readonly allow: ReadonlySet<string>;
  readonly pageSize: number;
  /** Whether tables and columns are to be collected in the outline. */
  readonly names: boolean;
}

/** Findings of one statement and severity; nobody reads more, and a broken file of a megabyte has more. */
const most = 10_000;

// What has no value here gets it from `begin`, for each statement.
let text: string;
let tokens: TokenList;
let errors: number;
/** Where the first syntax error stands. */
let syntaxStart: number;

export let settings: ReaderSettings;
export let findings: Finding[];
export let outline: Outline;
/** Brackets that nothing closes. */
export let unclosed: Set<number>;
/** After the first syntax error nothing further is said about syntax: what follows is guesswork. */
export let muted: boolean;
export let clause: states.Clause = states.IN_TARGETS;
/** Nesting of queries and of joins in brackets. */
export let depth = 0;
/** The comparison whose right side comes next; -1 for none. */
export let comparison = -1;
/** The current token, its sort ('end' after the last one) and what it can be. */
export let at: number;
export let sort: string;
export let abilities: number;
/** Index after the statement's last token. */
export let last: number;

/** Begins a statement, `list[first, end)`; clause and depth are back where they began when the one before ended. */
export function begin(
  source: string,
  list: TokenList,
  options: ReaderSettings,
  first: number,
  end: number,
): void {
  text = source;
  tokens = list;
  settings = options;
  last = end;
  goTo(first);
  findings = [];
  outline = emptyOutline();
  unclosed = new Set();
  muted = false;
  errors = 0;
  syntaxStart = -1;
}

export const mute = (): void => {
  muted = true;
};
export const enter = (next: states.Clause): void => {
  clause = next;
};
/** Whether the query being read is the statement itself. */
export const isOutermost = (): boolean => depth === 1;
export const deepen = (by: number): void => {
  depth += by;
};
export const compare = (token: number): void => {
  comparison = token;
};

const indexAt = (token: number): number => (token < last ? tokens.sortAt(token) : 0);
/** Goes to the first token from `from` on that has one of the abilities; to the end where there is none. */
export function seek(wanted: number, from = at): void {
  let token = from;
  while (token < last && !((abilitiesOf[tokens.sortAt(token)] ?? 0) & wanted)) token++;
  goTo(token);
}

export function goTo(token: number): void {
  at = Math.min(last, token);
  const index = indexAt(at);
  sort = sorts[index] ?? '';
  abilities = abilitiesOf[index] ?? 0;
}
export const next = (count = 1): void => goTo(at + count);
/** Whether the current token is of this sort. */
export const is = (wanted: string): boolean => sort === wanted;
/** The sort of the token `places` further; also backwards. */
export const peek = (places: number): string => sorts[indexAt(at + places)] ?? '';
/** The sorts of the next `count` tokens, from the current one on. */
export function ahead(count: number): string {
  let words = sort;
  for (let i = 1; i < count; i++) words += ` ${peek(i)}`;
  return words;
}
/** Whether the current token is a name of that ability: PostgreSQL reads some words together with the next one. */
export const canName = (ability: number): boolean =>
  (abilities & ability) !== 0 && (sort === 'name' || !fusedWords.test(ahead(2)));

/** Takes the token if it is of this sort. */
export function accept(wanted: string): boolean {
  const found = sort === wanted;
  if (found) next();
  return found;
}
/** Takes the tokens whose sort the pattern matches. */
export function acceptAll(pattern: RegExp): void {
  while (pattern.test(sort)) next();
}
/** As `accept`; else it is a syntax error. */
export function expect(wanted: string): boolean {
  const found = accept(wanted);
  if (!found) unexpected();
  return found;
}
/** Takes a name of that ability; else it is a syntax error. */
export function expectName(ability: number): void {
  if (canName(ability)) next();
  else unexpected();
}
/** At an opening bracket: to after its partner (or the end), without looking inside. False where none opens. */
export function skipBrackets(): boolean {
  if (!(abilities & can.open)) return false;
  let level = 0;
  do {
    if (abilities & can.open) level++;
    if (abilities & can.close) level--;
    next();
  } while (level > 0 && !is('end'));
  return true;
}

/** The end of the statement for the token after its last. */
const endOf = (token: number): number => tokens.endAt(Math.min(token, last - 1));
export const startOf = (token: number): number => (token < last ? tokens.startAt(token) : endOf(token));
/** From the start of a token to the end of one. */
export const range = (from: number, to = from): Range => ({ start: startOf(from), end: endOf(to) });
export const sourceOf = (from: number, to = from): string => text.slice(startOf(from), endOf(to));

/** What a construct is that is in no row of the table that the check asks. */
const unlisted = (kind: ConstructKind) => ({ kind, verdict: 'unsupported', liftable: true }) as const;

/** A construct; nothing where settings or dialect allow it. */
export function flag(
  name: string,
  from = at,
  to = from,
  reason?: OtherReason,
  construct: Pick<Construct, 'kind' | 'verdict' | 'liftable'> = findChecked(name) ??
    unlisted(/^\w/.test(name) ? 'keyword' : 'operator'),
): void {
  const { kind, verdict, liftable } = construct;
  if (verdict === 'supported' || (liftable && settings.allow.has(name))) return;
  const where = range(from, to);
  const { start } = where;
  if (start === syntaxStart) {
    // A token that is a syntax error already needs no second mark; but a write is to be called a write.
    if (verdict !== 'write') return;
    findings = findings.filter((finding) => finding.code !== 'syntax' || finding.start !== start);
  }
  add(codeOf(kind, verdict), where, name, reason && { reason });
}
/** A function by its name as the source spells it. */
export const flagFunction = (from: number, to = from, reason?: OtherReason): void =>
  flag(sourceOf(from, to).toUpperCase(), from, to, reason, unlisted('function'));
/** The operator at the current token. */
export const flagOperator = (reason?: OtherReason): void => flag(sourceOf(at), at, at, reason);

/** Takes the words if they stand here, and flags them as the construct where the dialect does not have it. */
export function takeAs(construct: string, words: readonly string[], reason?: OtherReason): boolean {
  const found = words.every((word, i) => peek(i) === word);
  if (found) {
    flag(construct, at, at + words.length - 1, reason);
    next(words.length);
  }
  return found;
}
/** As `takeAs`, for a construct that is named by its words. */
export const take = (construct: string, reason?: OtherReason): boolean =>
  construct.startsWith(sort) && takeAs(construct, construct.split(' '), reason);

/** A finding as it is, unless the statement has more than enough. The first write is always kept. */
export function add(
  code: FindingCode,
  where: Range,
  construct: string,
  more?: Pick<Finding, 'reason' | 'data'>,
): void {
  const severity = severityOf(code);
  if ((severity === 'error' ? ++errors : findings.length - errors) <= most || code === 'write-operation') {
    findings.push({ code, severity, ...where, construct, ...more });
  }
}
/** A flaw; `confuses`: everything after it is guesswork, as where a mark is missing. */
export function addFlaw(reason: SyntaxReason, where: Range, confuses = true): void {
  add('syntax', where, reason, { reason });
  muted ||= confuses;
}

/** A syntax error at a token; only the first of a statement is kept. */
export function syntax(reason: SyntaxReason, token = at): void {
  if (muted) return;
  muted = true;
  const where = range(token);
  const { start } = where;
  if (where.end > start) {
    syntaxStart = start;
    // What is flagged already needs no second mark for standing in the wrong place.
    if (findings.some((one) => one.severity === 'error' && one.start === start)) return;
  }
  addFlaw(reason, where);
}
/** The current token cannot stand here. */
export const unexpected = (reason: SyntaxReason = 'unexpected-token'): void =>
  syntax(is('end') ? 'unexpected-end' : reason);
