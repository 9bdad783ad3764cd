/** What stands at a place of a text, as facts for a hover: no prose. */
import { caretAt } from './caret.ts';
import { findConstruct } from './catalog.ts';
import { redactionLevels } from './dialect.ts';
import { nameKey, nameOf } from './identifier.ts';
import { lex } from './lexer.ts';
import { policyOf, type SchemaIndex, tablesOf } from './schemaIndex.ts';
import type { Token } from './tokens.ts';
import type { ColumnPolicy } from './types.ts';
import { type Role, take, walkStatement } from './walk.ts';
import { type TableReference, WalkState } from './walkState.ts';

export type HoverFact =
  /** A word, operator or function; `construct` is its name in the dialect table, or the function's own. */
  | { readonly kind: 'construct'; readonly construct: string; readonly isFunction: boolean }
  | {
      readonly kind: 'column';
      readonly column: string;
      /** The tables that it can belong to. */
      readonly tables: readonly string[];
      readonly policies: readonly ColumnPolicy[];
    }
  | {
      readonly kind: 'table';
      readonly table: string;
      readonly alias?: string;
      /** Known names; there may be more. */
      readonly columns: readonly string[];
    }
  /** The second argument of REDACTION; `known`: one that the local vault has. */
  | { readonly kind: 'level'; readonly level: string; readonly known: boolean }
  | { readonly kind: 'placeholder'; readonly name: string };

export interface Hover {
  readonly start: number;
  readonly end: number;
  readonly fact: HoverFact;
}
export interface HoverOptions {
  readonly columns?: readonly ColumnPolicy[];
  readonly schema?: SchemaIndex;
}

/** Phrases that stand for a row of the table with another name. */
const phrases = new Map([
  ['NOT LIKE', 'LIKE'],
  ['NOT ILIKE', 'ILIKE'],
  ['NOT IN', 'IN'],
  ['NOT BETWEEN', 'BETWEEN'],
  ['NATURAL JOIN', 'NATURAL'],
]);
const longest = 4;

interface Place {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly roles: readonly Role[];
  readonly tables: readonly TableReference[];
  readonly at: number;
  readonly options: HoverOptions;
}

/** What stands at `offset`; undefined where there is nothing to say. Total; linear in the text. */
export function hoverAt(text: string, offset: number, options: HoverOptions = {}): Hover | undefined {
  const { tokens } = caretAt(text, offset, lex(text));
  const at = tokens.findIndex(({ start, end }) => start <= offset && offset < end);
  const token = tokens[at];
  if (!token) return undefined;
  const place: Place = { text, tokens, at, options, ...walkStatement(tokens) };
  if (token.kind === 'operator' || token.kind === 'punctuation') return hoverMark(place, token);
  if (place.roles[at] === 'keyword') return hoverPhrase(place) ?? hoverWord(token);
  const fact = hoverFact(place, token);
  return fact && { ...range(token), fact };
}

const range = ({ start, end }: Token): { start: number; end: number } => ({ start, end });
const source = (text: string, { start, end }: Token): string => text.slice(start, end);

/** The state before the token. */
function stateBefore({ tokens, at }: Place): WalkState {
  const state = new WalkState();
  for (let i = 0; i < at; i++) {
    const token = tokens[i];
    if (token) take(state, token, tokens[i + 1]);
  }
  return state;
}

function hoverFact(place: Place, token: Token): HoverFact | undefined {
  const { text, tokens, at, roles } = place;
  switch (roles[at]) {
    case 'function':
      return { kind: 'construct', construct: source(text, token).toUpperCase(), isFunction: true };
    case 'table':
      return tableFact(
        place,
        place.tables.find(({ table }) => table === token),
      );
    case 'tableAlias':
      return tableFact(
        place,
        place.tables.find(({ alias }) => alias === token),
      );
    case 'qualifier':
      return tableFact(place, tablesOf(text, place.tables, token)[0]);
    case 'column':
      return columnFact(place, token, tokens[at - 1]?.word === '.' ? tokens[at - 2] : undefined);
    case 'literal':
      return literalFact(place, token);
    default:
      return undefined;
  }
}

function tableFact({ text, options }: Place, reference: TableReference | undefined): HoverFact | undefined {
  if (!reference) return undefined;
  const { table, alias } = reference;
  const name = source(text, table);
  const columns = [...(options.schema?.get(nameKey(name))?.columns.values() ?? [])];
  return { kind: 'table', table: name, columns, ...(alias ? { alias: source(text, alias) } : {}) };
}

function columnFact(place: Place, token: Token, qualifier: Token | undefined): HoverFact {
  const { text, options } = place;
  const column = source(text, token);
  const key = nameKey(column);
  const meant = tablesOf(text, place.tables, qualifier).map(({ table }) => source(text, table));
  // Of several tables, those that are known to have the column.
  const having = meant.filter((table) => options.schema?.get(nameKey(table))?.columns.has(key));
  const tables = having.length > 0 ? having : meant;
  const policies = meant.flatMap((table) => policyOf(options.columns ?? [], table, column) ?? []);
  return { kind: 'column', column: nameOf(column), tables, policies };
}

function literalFact(place: Place, token: Token): HoverFact | undefined {
  const text = source(place.text, token);
  if (token.kind === 'placeholder') {
    return { kind: 'placeholder', name: text.startsWith(':') ? text.slice(1) : text.slice(2, -1) };
  }
  if (token.kind !== 'string' || token.flaw !== '') return undefined;
  const { bracket } = stateBefore(place);
  if (bracket?.name !== 'REDACTION' || bracket.commas !== 1) return undefined;
  const level = text.slice(1, -1).toUpperCase();
  return { kind: 'level', level, known: redactionLevels.has(level) };
}

/** An operator between two operands, or the comma of a join; signs, stars and other marks say nothing. */
function hoverMark(place: Place, token: Token): Hover | undefined {
  const state = stateBefore(place);
  if (token.word === ',') {
    const inFrom = state.clause === 'from' || state.clause === 'on';
    if (!inFrom || !(state.atClauseLevel || state.bracket?.kind === 'join')) return undefined;
    return { ...range(token), fact: { kind: 'construct', construct: 'COMMA JOIN', isFunction: false } };
  }
  if (state.expecting !== 'operator' || !findConstruct(token.word)) return undefined;
  return { ...range(token), fact: { kind: 'construct', construct: token.word, isFunction: false } };
}

function hoverWord(token: Token): Hover | undefined {
  const construct = token.word;
  return (
    findConstruct(construct) && { ...range(token), fact: { kind: 'construct', construct, isFunction: false } }
  );
}

/** The longest construct of several words that the keyword is a part of. */
function hoverPhrase({ tokens, roles, at }: Place): Hover | undefined {
  for (let length = longest; length > 1; length--) {
    for (let first = Math.max(0, at - length + 1); first <= at; first++) {
      const words = tokens.slice(first, first + length);
      const [start, end] = [words[0]?.start, words[length - 1]?.end];
      if (start === undefined || end === undefined || words.some(({ word }) => word === '')) continue;
      // BY, FIRST and the like are keywords only in their phrase.
      if (roles[first] !== 'keyword') continue;
      const phrase = words.map(({ word }) => word).join(' ');
      const construct = phrases.get(phrase) ?? (findConstruct(phrase) ? phrase : undefined);
      if (construct !== undefined)
        return { start, end, fact: { kind: 'construct', construct, isFunction: false } };
    }
  }
  return undefined;
}
