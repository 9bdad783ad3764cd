import { determineStatementRoles, type NamedTable, type TokenRoles } from '../analysis/roles.ts';
import { findConstruct } from '../dialect/constructs.ts';
import { createNameKey, decodeIdentifier } from '../dialect/identifier.ts';
import { redactionLevels } from '../dialect/redactionLevels.ts';
import type { ColumnPolicy } from '../dialect/schema.ts';
import { isMalformed, type Token } from '../lexer/tokens.ts';
import { type SqlText, toSqlDocument } from '../syntax/document/sqlDocument.ts';
import type { SqlStatement } from '../syntax/document/sqlStatement.ts';
import { shiftRange } from '../syntax/ranges.ts';
import { walk } from '../syntax/walk.ts';
import { findColumnPolicy, findTablesOfQualifier, type SchemaIndex } from './schemaIndex.ts';

export type HoverFact =
  /**
   * A keyword, an operator, a comma between tables, or a function. `construct` is its name in the dialect table, or the
   * name of a function in upper case.
   */
  | { readonly kind: 'construct'; readonly construct: string; readonly isFunction: boolean }
  | {
      readonly kind: 'column';
      readonly column: string;
      /** Names of the tables to which the column may belong, as written in the statement. */
      readonly tables: readonly string[];
      readonly policies: readonly ColumnPolicy[];
    }
  | {
      readonly kind: 'table';
      readonly table: string;
      readonly alias?: string;
      readonly columns: readonly string[];
    }
  /**
   * The second argument of REDACTION. `level` is in upper case. `isKnown` is true if the local vault supports this
   * level.
   */
  | { readonly kind: 'level'; readonly level: string; readonly isKnown: boolean }
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

const phrases = new Map([
  ['NOT LIKE', 'LIKE'],
  ['NOT ILIKE', 'ILIKE'],
  ['NOT IN', 'IN'],
  ['NOT BETWEEN', 'BETWEEN'],
  ['NATURAL JOIN', 'NATURAL'],
]);
const MAX_CONSTRUCT_WORDS = 4;

interface HoveredToken extends TokenRoles {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly at: number;
  readonly options: HoverOptions;
}

/**
 * Returns the hover for the token at `offset`, or undefined if there is nothing to display. Offsets are UTF-16 code
 * units from the start of `text`.
 */
export function hoverAt(text: SqlText, offset: number, options: HoverOptions = {}): Hover | undefined {
  const placed = toSqlDocument(text).findStatementInChunkAt(offset);
  const found = placed && hoverIn(placed.statement, offset - placed.start, options);
  return found && shiftRange(found, placed.start);
}

function hoverIn(statement: SqlStatement, offset: number, options: HoverOptions): Hover | undefined {
  const { source: text, tokens } = statement;
  const at = tokens.findIndex(({ start, end }) => start <= offset && offset < end);
  const token = tokens[at];
  if (!token) return undefined;
  const hovered: HoveredToken = { text, tokens, at, options, ...determineStatementRoles(statement) };
  if (token.kind === 'operator' || token.kind === 'punctuation') return hoverSymbol(hovered, token);
  if (hovered.roles[at] === 'keyword') return hoverPhrase(hovered) ?? hoverWord(token);
  const fact = hoverFact(hovered, token);
  return fact && { ...rangeOf(token), fact };
}

const rangeOf = ({ start, end }: Token): { start: number; end: number } => ({ start, end });
const sourceText = (text: string, { start, end }: Token): string => text.slice(start, end);

function hoverFact(hovered: HoveredToken, token: Token): HoverFact | undefined {
  const { text, tokens, at, roles } = hovered;
  switch (roles[at]) {
    case 'function':
      return { kind: 'construct', construct: sourceText(text, token).toUpperCase(), isFunction: true };
    case 'table':
      return tableFact(
        hovered,
        hovered.tables.find(({ table }) => table === token),
      );
    case 'tableAlias':
      return tableFact(
        hovered,
        hovered.tables.find(({ alias }) => alias === token),
      );
    case 'qualifier':
      return tableFact(hovered, findTablesOfQualifier(text, hovered.tables, token)[0]);
    case 'column':
      return columnFact(hovered, token, tokens[at - 1]?.word === '.' ? tokens[at - 2] : undefined);
    case 'literal':
      return literalFact(hovered, token);
    default:
      return undefined;
  }
}

function tableFact(
  { text, options }: HoveredToken,
  reference: NamedTable | undefined,
): HoverFact | undefined {
  if (!reference) return undefined;
  const { table, alias } = reference;
  const name = sourceText(text, table);
  const columns = [...(options.schema?.get(createNameKey(name))?.columns.values() ?? [])];
  return { kind: 'table', table: name, columns, ...(alias ? { alias: sourceText(text, alias) } : {}) };
}

function columnFact(hovered: HoveredToken, token: Token, qualifier: Token | undefined): HoverFact {
  const { text, options } = hovered;
  const column = sourceText(text, token);
  const key = createNameKey(column);
  const candidates = findTablesOfQualifier(text, hovered.tables, qualifier).map(({ table }) =>
    sourceText(text, table),
  );
  // Tables that are known to have the column take precedence.
  const having = candidates.filter((table) => options.schema?.get(createNameKey(table))?.columns.has(key));
  const tables = having.length > 0 ? having : candidates;
  const policies = candidates.flatMap(
    (table) => findColumnPolicy(options.columns ?? [], table, column) ?? [],
  );
  return { kind: 'column', column: decodeIdentifier(column), tables, policies };
}

function literalFact(hovered: HoveredToken, token: Token): HoverFact | undefined {
  const text = sourceText(hovered.text, token);
  if (token.kind === 'placeholder') {
    return { kind: 'placeholder', name: text.startsWith(':') ? text.slice(1) : text.slice(2, -1) };
  }
  if (token.kind !== 'string' || isMalformed(token)) return undefined;
  if (!isRedactionLevel(hovered, token)) return undefined;
  const level = text.slice(1, -1).toUpperCase();
  return { kind: 'level', level, isKnown: redactionLevels.has(level) };
}

function isRedactionLevel(hovered: HoveredToken, token: Token): boolean {
  const { start } = token;
  let found = false;
  if (!hovered.tree) return false;
  walk(hovered.tree.statement, {
    enter(node) {
      if (node.kind !== 'call' || !node.isSupported || node.name !== 'REDACTION') return;
      found ||= node.arguments[1]?.kind === 'literal' && node.arguments[1].start === start;
    },
  });
  return found;
}

function hoverSymbol(hovered: HoveredToken, token: Token): Hover | undefined {
  const construct = constructOfSymbol(hovered, token.start);
  if (construct === undefined || !findConstruct(construct)) return undefined;
  return { ...rangeOf(token), fact: { kind: 'construct', construct, isFunction: false } };
}

function constructOfSymbol({ tree }: HoveredToken, start: number): string | undefined {
  let found: string | undefined;
  if (!tree) return undefined;
  walk(tree.statement, {
    enter(node) {
      if (node.kind === 'from') found ??= node.commas.find((comma) => comma.start === start)?.name;
      else if (node.kind === 'infix' || node.kind === 'cast') {
        const { operator } = node;
        if (operator.kind === 'construct' && operator.start === start) found ??= operator.name;
      }
    },
  });
  return found;
}

function hoverWord(token: Token): Hover | undefined {
  const construct = token.word;
  return (
    findConstruct(construct) && {
      ...rangeOf(token),
      fact: { kind: 'construct', construct, isFunction: false },
    }
  );
}

function hoverPhrase({ tokens, roles, at }: HoveredToken): Hover | undefined {
  for (let length = MAX_CONSTRUCT_WORDS; length > 1; length--) {
    for (let first = Math.max(0, at - length + 1); first <= at; first++) {
      const words = tokens.slice(first, first + length);
      const [start, end] = [words[0]?.start, words[length - 1]?.end];
      if (start === undefined || end === undefined || words.some(({ word }) => word === '')) continue;
      // A phrase must begin with a keyword, not with a name that is spelled like one.
      if (roles[first] !== 'keyword') continue;
      const phrase = words.map(({ word }) => word).join(' ');
      const construct = phrases.get(phrase) ?? (findConstruct(phrase) ? phrase : undefined);
      if (construct !== undefined)
        return { start, end, fact: { kind: 'construct', construct, isFunction: false } };
    }
  }
  return undefined;
}
