import { findConstruct } from '../../dialect/constructs.ts';
import type { Mutable } from '../building.ts';
import { parseExpression, parseTableFunctionArguments } from '../expressions/expression.ts';
import { parseDottedName } from '../names.ts';
import type {
  Construct,
  DerivedTable,
  FromItem,
  Join,
  JoinUsing,
  Name,
  ParenthesizedTable,
  Query,
  QueryMember,
  Range,
  Table,
  TableName,
} from '../nodes.ts';
import { canTokenBeName, isLiteral, type Parser } from '../parser.ts';
import { beginsSetOperation } from './clauseWords.ts';
import { beginsJoin, consumeJoinWords, needsCondition, parseTableSuffix } from './joins.ts';
import { beginsSubquery, beginsWrite, MAX_NESTING_DEPTH, parseQuery, parseWrite } from './query.ts';

interface FromItems {
  readonly items: readonly FromItem[];
  readonly commas: readonly Construct[];
}

export function parseFromItems(p: Parser): FromItems {
  const items: FromItem[] = [];
  const commas: Construct[] = [];
  for (;;) {
    const item = parseFromItem(p);
    items.push(item);
    const comma =
      item.table.kind === 'missingTable' ? undefined : p.consumeWordsAsConstructIfNext('COMMA JOIN', [',']);
    if (!comma) return { items, commas };
    commas.push(comma);
  }
}

function parseFromItem(p: Parser): FromItem {
  const from = p.position;
  const { lateral, table } = parseTable(p);
  const joins = table.kind === 'missingTable' ? [] : parseJoins(p);
  const { start, end } = p.rangeSince(from);
  return { kind: 'fromItem', lateral, table, joins, start, end };
}

interface OpenJoin extends Mutable<Join> {
  readonly joins: Join[];
}

/**
 * Parses the joins after a table. If a join still lacks its condition when another join begins, the other one becomes
 * part of the right side of the first.
 */
function parseJoins(p: Parser): Join[] {
  const joins: Join[] = [];
  const openJoins: OpenJoin[] = [];
  const end = (join: OpenJoin): void => {
    join.end = p.previousEnd;
  };
  for (;;) {
    const last = openJoins.at(-1);
    const condition = last && parseJoinCondition(p);
    if (last && condition) {
      last.condition = condition;
      end(last);
      openJoins.pop();
    } else if (beginsJoin(p)) {
      const join = parseJoin(p);
      (last?.joins ?? joins).push(join);
      if (needsCondition(join.constructs)) openJoins.push(join);
      if (join.table.kind === 'missingTable') break;
    } else break;
  }
  if (openJoins.length > 0) p.reportUnexpectedToken('missing-join-condition', { kind: 'word', word: 'ON' });
  openJoins.forEach(end);
  return joins;
}

function parseJoin(p: Parser): OpenJoin {
  const from = p.position;
  const words = consumeJoinWords(p);
  const table = parseTable(p);
  return { kind: 'join', ...words, ...table, joins: [], ...p.rangeSince(from) };
}

function parseJoinCondition(p: Parser): Join['condition'] {
  const from = p.position;
  if (p.consumeIfWord('ON'))
    return { kind: 'on', condition: parseExpression(p, 'on'), ...p.rangeSince(from) };
  return p.isWord('USING') ? parseUsing(p) : undefined;
}

function parseUsing(p: Parser): JoinUsing {
  const from = p.position;
  const words = p.createConstruct('USING', from);
  p.skipTokens();
  const opening = p.position;
  if (!p.skipBrackets()) p.reportUnexpectedToken();
  const after = p.position;
  const columns: Name[] = [];
  for (p.moveTo(opening + 1); p.position < after; ) {
    if (canTokenBeName(p.token, 'column')) columns.push(p.consumeName());
    else p.skipTokens();
  }
  p.moveTo(after);
  const hasAlias = p.consumeIfWord('AS') && !p.isAtEnd;
  const alias = hasAlias ? { alias: p.consumeName() } : {};
  return { kind: 'using', words, columns, ...alias, ...p.rangeSince(from) };
}

interface ParsedTable {
  readonly lateral?: Construct | undefined;
  readonly table: Table;
}

function parseTable(p: Parser): ParsedTable {
  const lateral = p.consumeConstructIfNext('LATERAL');
  const table = parseTableWithAlias(p);
  return { lateral, table };
}

function parseTableWithAlias(p: Parser): Table {
  const from = p.position;
  if (p.isWord('(')) {
    const { table } = parseParentheses(p);
    return { ...table, ...parseSuffixOf(p, table), ...p.rangeSince(from) };
  }
  const rows = p.peekWord(2) === '(' ? p.consumeConstructIfNext('ROWS FROM') : undefined;
  if (rows) {
    p.skipBrackets();
    const suffix = parseTableSuffix(p, true);
    return {
      kind: 'tableFunction',
      ...suffix,
      constructs: [rows, ...suffix.constructs],
      ...p.rangeSince(from),
    };
  }
  const only = p.consumeConstructIfNext('ONLY');
  if (!only || !p.consumeIfWord('(')) return parseTableName(p, only);
  const table = parseTableName(p, only);
  p.consumeWordOrReport(')');
  const named = { ...table, ...parseSuffixOf(p, table), ...p.rangeSince(from) };
  return named.kind === 'missingTable' ? { ...named, kind: 'tableName', parts: [] } : named;
}

function parseSuffixOf(
  p: Parser,
  table: Table,
): Partial<Pick<TableName, 'alias' | 'columnAliases' | 'constructs'>> {
  const suffix = parseTableSuffix(p);
  return { ...suffix, constructs: [...table.constructs, ...suffix.constructs] };
}

function parseTableName(p: Parser, only: Construct | undefined): Table {
  const from = p.position;
  const where = (): Range => ({ ...p.rangeSince(from), ...(only && { start: only.start }) });
  const isValue = p.token.kind === 'word' && findConstruct(p.word)?.role === 'value';
  const opens = p.peekWord(1) === '(';
  const isFunction = opens ? canTokenBeName(p.token, 'function') || p.isWord('CAST') : isValue;
  const before = only ? [only] : [];
  if (!isFunction && !p.canBeName('column')) return parseMissingTable(p, before);
  const name = parseDottedName(p, 'table');
  if (p.isWord('(') || isValue) {
    const construct = p.createFunctionConstruct(from, from + 2 * (name.parts.length - 1), 'table-function');
    const call = p.isWord('(') ? parseTableFunctionArguments(p) : undefined;
    const suffix = parseTableSuffix(p, true);
    const constructs = [...before, construct, ...suffix.constructs];
    return { kind: 'tableFunction', ...suffix, constructs, call, ...where() };
  }
  // `FROM t *`: the table and those that inherit from it.
  const star = p.consumeConstructIfNext('*');
  const { alias, columnAliases, constructs: after } = parseTableSuffix(p);
  const constructs = [...before, ...(star ? [star] : []), ...after];
  const { start, end } = where();
  return { kind: 'tableName', parts: name.parts, alias, columnAliases, constructs, start, end };
}

function parseMissingTable(p: Parser, constructs: readonly Construct[]): Table {
  p.reportUnexpectedToken('unexpected-token', { kind: 'table' });
  const { start, end } = p.createMissing();
  const [only] = constructs;
  if (!isLiteral(p.token)) return { kind: 'missingTable', constructs, start: only?.start ?? start, end };
  const from = p.position;
  p.skipTokens();
  const suffix = parseTableSuffix(p);
  return {
    kind: 'tableName',
    parts: [],
    ...suffix,
    constructs: [...constructs, ...suffix.constructs],
    ...p.rangeSince(from),
    ...(only && { start: only.start }),
  };
}

/**
 * A pair of parentheses in FROM. Around a single table, parentheses are a syntax error. Around a join, they are allowed
 * but undocumented.
 */
interface Parenthesized {
  readonly table: DerivedTable | ParenthesizedTable;
  readonly contentKind: 'table' | 'join' | 'query';
}

function parseParentheses(p: Parser): Parenthesized {
  const from = p.position;
  if (p.nestingDepth >= MAX_NESTING_DEPTH) {
    p.reportError('too-deep');
    p.skipBrackets();
    return {
      table: { kind: 'parenthesizedTable', items: [], constructs: [], ...p.rangeSince(from) },
      contentKind: 'join',
    };
  }
  p.skipTokens();
  const words = p.isWord('SELECT')
    ? p.createConstruct('SUBQUERY', p.position, p.position, 'subquery')
    : undefined;
  const query = beginsWrite(p) ? parseWrite(p) : beginsSubquery(p) ? parseQuery(p) : undefined;
  const content = query ? { query, contentKind: 'query' as const } : parseParenthesizedTables(p);
  const further = parseFurtherTables(p);
  if (content.contentKind === 'table' && p.isWord(')')) p.reportUnexpectedToken('parenthesized-table');
  const join = content.contentKind === 'join' ? [p.createConstruct('PARENTHESIZED JOIN', from)] : [];
  p.consumeWordOrReport(')');
  const where = p.rangeSince(from);
  const table: Parenthesized['table'] =
    'query' in content
      ? {
          kind: 'derivedTable',
          ...(query && words && { words }),
          query: content.query,
          constructs: [],
          ...where,
        }
      : { kind: 'parenthesizedTable', items: [content.item, ...further], constructs: join, ...where };
  return { table, contentKind: content.contentKind };
}

function parseFurtherTables(p: Parser): FromItem[] {
  const items: FromItem[] = [];
  while (p.isWord(',')) {
    p.reportUnexpectedToken();
    p.skipTokens();
    items.push(parseFromItem(p));
  }
  return items;
}

interface WholeQuery {
  readonly query: Query;
  readonly contentKind: 'query';
}
type Content = WholeQuery | { readonly item: FromItem; readonly contentKind: Parenthesized['contentKind'] };

function parseParenthesizedTables(p: Parser): Content {
  const from = p.position;
  p.nestingDepth++;
  const first = p.isWord('(') ? parseInnerParentheses(p) : parseFirstTable(p);
  if ('query' in first) {
    p.nestingDepth--;
    return first;
  }
  const joins = parseJoins(p);
  p.nestingDepth--;
  const item: FromItem = { kind: 'fromItem', ...first.parsed, joins, ...p.rangeSince(from) };
  return { item, contentKind: joins.length > 0 ? 'join' : first.contentKind };
}

interface FirstTable {
  readonly parsed: ParsedTable;
  readonly contentKind: Parenthesized['contentKind'];
}

function parseFirstTable(p: Parser): FirstTable {
  const parsed = parseTable(p);
  return { parsed, contentKind: parsed.table.kind === 'missingTable' ? 'join' : 'table' };
}

/** Parses a second pair of parentheses directly inside another. `((SELECT …) UNION …)` is one query. */
function parseInnerParentheses(p: Parser): FirstTable | WholeQuery {
  const { table, contentKind } = parseParentheses(p);
  if (contentKind === 'query' && table.kind === 'derivedTable' && beginsSetOperation(p)) {
    return { query: prependToSetOperation(table, parseQuery(p)), contentKind };
  }
  if (p.isWord(')')) return { parsed: { table }, contentKind };
  const named = { ...table, ...parseSuffixOf(p, table), end: Math.max(table.end, p.previousEnd) };
  return { parsed: { table: named }, contentKind: named.alias ? 'table' : contentKind };
}

function prependToSetOperation(first: DerivedTable, rest: Query): Query {
  const { start, end, query } = first;
  const member: QueryMember =
    query.kind === 'write' ? query : { kind: 'parenthesizedQuery', query, clauses: [], start, end };
  // The first member of `rest` is a `missingQuery` node, which `member` replaces.
  const [before, ...more] = rest.members;
  return { ...rest, start, members: [{ ...member, clauses: before?.clauses ?? [] }, ...more] };
}
