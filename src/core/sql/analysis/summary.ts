import type { Mutable } from '../syntax/building.ts';
import type { Call, Column, Construct, Name, Range, Statement, TableName, Target } from '../syntax/nodes.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { TokenIndex } from '../syntax/tokenIndex.ts';
import type { SyntaxNode } from '../syntax/walk.ts';
import { ComparedLiteralReader, ComparedNameReader } from './comparisons.ts';
import {
  isConditionPlace,
  type NodePosition,
  type PositionVisitor,
  walkWithPositions,
} from './nodePositions.ts';

export interface TableReference extends Range {
  /** The last part of the table's dotted name, without quotes. */
  readonly name: string;
  readonly alias?: string;
  readonly columns?: readonly string[];
}
/** A subquery in FROM, a common table expression or a parenthesized join that has a name, and the tables in it. */
interface TableGroup {
  readonly name: string;
  readonly columns?: readonly string[];
  /** Index in `Summary.tables` of the first table in the group. `last` is the index after its last table. */
  readonly first: number;
  readonly last: number;
  readonly isCommonTable: boolean;
}
/**
 * An item in the SELECT list of a nested query, such as a subquery, that has an alias or, as in a function call, a
 * parenthesis after its first token. `name` is the alias or that token: the name that the item's column may have
 * outside of the nested query. The range is that of the item's expression.
 */
interface RenamedColumn extends Range {
  readonly name: string;
}
export interface ColumnReference extends Range {
  /**
   * The second-last part of the column's dotted name, such as `b` in `a.b.c`, without quotes; absent if the name has no
   * dot.
   */
  readonly table?: string;
  readonly name: string;
  /**
   * Whether the column is in a condition, in a USING, or in the SELECT list of a subquery whose values a condition
   * compares.
   */
  readonly isInCondition: boolean;
  /** The range of the `?` that follows the column directly. */
  readonly conditionalOperator?: Range;
}
/**
 * The end of an operand before a `?` operator, if it is a pair of parentheses or a cast, such as `(a)` or `a::b`.
 * `operator` is the range of the `?`.
 */
export interface ConditionalOperand extends Range {
  readonly operator: Range;
}
interface RedactionCall extends Range {
  /** The offset of the first token after the opening parenthesis. */
  readonly argumentStart: number;
  /**
   * The level of redaction in upper case: the second of two arguments. Undefined if there are not two arguments, or if
   * the second one is not a plain string.
   */
  readonly level: string | undefined;
}

/** What a statement contains. Ranges are in UTF-16 code units, counted from the statement's first token. */
export interface Summary {
  /** Whether the statement's query begins with the word SELECT; undefined if the statement has no query. */
  readonly beginsWithSelect: boolean | undefined;
  /**
   * Maps the first word of a clause of the outermost query, such as `ORDER`, to the range of the first such clause.
   * The first word of a set operator, such as `UNION`, is mapped to the range from the operator to the end of the query
   * after it, and `SELECT` to the range of a second SELECT that has no set operator before it.
   */
  readonly clauses: Readonly<Record<string, Range>>;
  /**
   * Whether a SELECT list of the outermost query calls an aggregate function of the dialect. Subqueries and queries in
   * parentheses do not count.
   */
  readonly callsAggregate: boolean;
  /**
   * Whether the SELECT list of the outermost query contains `*` or a star with a qualifier, such as `t.*`, which may
   * also be in an expression, such as `COUNT(t.*)`. Subqueries and queries in parentheses do not count. If set
   * operators join several queries, a `*` without a qualifier counts only in the first one.
   */
  readonly hasOutermostStar: boolean;
  /** The first literal beside a comparison operator in WHERE, FILTER, ON or HAVING; undefined if there is none. */
  readonly comparedLiteral: Range | undefined;
  readonly comparedNames: readonly Range[];
  readonly tables: readonly TableReference[];
  readonly columns: readonly ColumnReference[];
  readonly conditionals: readonly ConditionalOperand[];
  readonly redactions: readonly RedactionCall[];
  /** The qualifiers of stars that stand for columns, such as `t` for `t.*`; undefined for a `*` without a qualifier. */
  readonly starQualifiers: readonly (string | undefined)[];
  /** Stars with a qualifier in a condition, such as `t.*`. `name` is the qualifier, without quotes. */
  readonly wholeRows: readonly (Range & { readonly name: string })[];
  readonly groups: readonly TableGroup[];
  readonly renamedColumns: readonly RenamedColumn[];
}

export const hasSetOperation = ({ clauses }: Pick<Summary, 'clauses'>): boolean =>
  ['UNION', 'INTERSECT', 'EXCEPT', 'MINUS'].some((word) => word in clauses);

export function summarizeStatement(tree: SyntaxTree, ...others: readonly PositionVisitor[]): Summary {
  const reader = new SummaryReader(tree);
  walkWithPositions(tree.statement, reader, ...others);
  return reader.summary();
}

/** Whether a call is of an aggregate function of the dialect, which is any of its functions except REDACTION. */
export const isAggregate = ({ isSupported, name }: Call): boolean => isSupported && name !== 'REDACTION';

class SummaryReader implements PositionVisitor {
  readonly #tree: SyntaxTree;
  readonly #tokens: TokenIndex;
  readonly #literals: ComparedLiteralReader;
  readonly #compared: ComparedNameReader;
  readonly #tables: TableReference[] = [];
  readonly #columns: ColumnReference[] = [];
  readonly #conditionals: ConditionalOperand[] = [];
  readonly #redactions: RedactionCall[] = [];
  readonly #stars: (string | undefined)[] = [];
  readonly #wholeRows: (Range & { readonly name: string })[] = [];
  readonly #groups: TableGroup[] = [];
  readonly #renamed: RenamedColumn[] = [];
  readonly #tablesBefore: number[] = [];
  readonly #hasConditionals: boolean;
  #aggregate = false;
  #outermostStar = false;

  constructor(tree: SyntaxTree) {
    this.#tree = tree;
    this.#tokens = new TokenIndex(tree.tokens);
    this.#hasConditionals = tree.source.includes('?');
    this.#literals = new ComparedLiteralReader(this.#tokens);
    this.#compared = new ComparedNameReader(this.#tokens, tree.certainEnd);
  }

  summary(): Summary {
    const { statement } = this.#tree;
    return {
      beginsWithSelect: beginsWithSelect(this.#tree),
      clauses: collectOutermostClauses(statement),
      callsAggregate: this.#aggregate,
      hasOutermostStar: this.#outermostStar,
      comparedLiteral: this.#literals.literal,
      comparedNames: this.#compared.names,
      tables: this.#tables,
      columns: this.#columns,
      conditionals: this.#conditionals,
      redactions: this.#redactions,
      starQualifiers: this.#stars,
      wholeRows: this.#wholeRows,
      groups: this.#groups,
      renamedColumns: this.#renamed,
    };
  }

  enter(node: SyntaxNode, position: NodePosition, around: readonly SyntaxNode[]): void {
    switch (node.kind) {
      case 'commonTable':
      case 'derivedTable':
      case 'parenthesizedTable':
        this.#tablesBefore.push(this.#tables.length);
        break;
      case 'tableName':
        this.#addTable(node);
        break;
      case 'column':
        this.#addColumn(node, position);
        this.#compared.addColumn(node, position, around);
        break;
      case 'using':
        for (const { text, start, end } of node.columns)
          this.#columns.push({ name: text, start, end, isInCondition: true });
        break;
      case 'star':
        this.#addStar(position, around);
        break;
      case 'infix':
        if (node.operator.kind === 'construct' && node.operator.name === '?')
          this.#addComplexOperandBefore(node.operator);
        break;
      case 'call':
        this.#aggregate ||= isAggregate(node) && position.depth === 1 && position.place === 'targets';
    }
  }

  leave(node: SyntaxNode, position: NodePosition): void {
    switch (node.kind) {
      case 'commonTable':
        this.#addGroup(node.name.kind === 'name' ? node.name : undefined, node.columns, true);
        break;
      case 'derivedTable':
      case 'parenthesizedTable':
        this.#addGroup(node.alias, node.columnAliases?.names, false);
        break;
      case 'target':
        if (position.depth > 1) this.#addLabel(node);
        break;
      case 'typedLiteral':
        this.#literals.addTypedLiteral(node);
        break;
      case 'infix':
        this.#literals.addComparedLiterals(node, position);
        break;
      case 'call':
        if (node.isSupported && node.name === 'REDACTION') this.#addRedaction(node);
    }
  }

  #addTable({ parts, alias, columnAliases }: TableName): void {
    const [first, last] = [parts[0], parts.at(-1)];
    if (!first || !last) return;
    this.#tables.push({
      name: last.text,
      start: first.start,
      end: last.end,
      ...(alias && { alias: alias.text }),
      ...(columnAliases && { columns: textsOf(columnAliases.names) }),
    });
  }

  #addGroup(name: Name | undefined, columns: readonly Name[] | undefined, common: boolean): void {
    const first = this.#tablesBefore.pop() ?? 0;
    if (!name) return;
    const names = columns ? { columns: textsOf(columns) } : {};
    this.#groups.push({ name: name.text, ...names, first, last: this.#tables.length, isCommonTable: common });
  }

  #addColumn({ parts, isStar, start, end }: Column, { place, depth }: NodePosition): void {
    const condition = isConditionPlace(place);
    const qualifier = isStar ? parts.at(-1)?.text : parts.at(-2)?.text;
    if (isStar) {
      this.#outermostStar ||= depth === 1 && place === 'targets';
      this.#stars.push(qualifier);
      if (condition && qualifier !== undefined) this.#wholeRows.push({ name: qualifier, start, end });
      return;
    }
    const column: Mutable<ColumnReference> = {
      name: parts.at(-1)?.text ?? '',
      start,
      end,
      isInCondition: condition,
    };
    if (qualifier !== undefined) column.table = qualifier;
    // Saves the search for the next token in most statements, which contain no `?`.
    const after = this.#hasConditionals ? this.#tokens.firstTokenFrom(end) : undefined;
    if (after?.word === '?') column.conditionalOperator = { start: after.start, end: after.end };
    this.#columns.push(column);
  }

  #addStar({ depth }: NodePosition, around: readonly SyntaxNode[]): void {
    const query = around.at(-3);
    if (depth === 1 && query?.kind === 'query' && query.members[0] === around.at(-2))
      this.#outermostStar = true;
    this.#stars.push(undefined);
  }

  /**
   * Records the name that an item of a nested query's SELECT list may have outside of that query: its alias or, if a
   * parenthesis follows its first token as in a function call, that token. Other items are not recorded.
   */
  #addLabel({ value, alias, start, end }: Target): void {
    if (value.kind === 'star') return;
    const last = this.#tokens.lastTokenBefore(alias ? alias.start : end + 1);
    const item = {
      start,
      end: alias
        ? last?.word === 'AS'
          ? (this.#tokens.lastTokenBefore(last.start)?.end ?? end)
          : (last?.end ?? end)
        : end,
    };
    if (alias) this.#renamed.push({ name: alias.text, ...item });
    else {
      const first = this.#tokens.tokenAt(start);
      if (first && this.#tokens.firstTokenFrom(first.end)?.word === '(')
        this.#renamed.push({ name: this.#tree.source.slice(first.start, first.end), ...item });
    }
  }

  #addRedaction({
    construct,
    start,
    argumentsEnd,
    arguments: args,
  }: Extract<SyntaxNode, { kind: 'call' }>): void {
    if (argumentsEnd === undefined) return;
    const opening = this.#tokens.firstTokenFrom(construct?.end ?? start);
    const argument = this.#tokens.firstTokenFrom(opening?.end ?? start)?.start ?? argumentsEnd;
    const [, second] = args;
    const isText = args.length === 2 && second?.kind === 'literal' && second.literal === 'string';
    const level = isText
      ? this.#tree.source.slice(second.start + 1, second.end - 1).toUpperCase()
      : undefined;
    this.#redactions.push({ start, end: argumentsEnd, argumentStart: argument, level });
  }

  #addComplexOperandBefore(operator: Construct): void {
    const range = this.#tokens.findComplexOperandBefore(operator.start);
    if (range) this.#conditionals.push({ ...range, operator: { start: operator.start, end: operator.end } });
  }
}

const textsOf = (names: readonly Name[]): string[] => names.map(({ text }) => text);

function beginsWithSelect({ statement, tokens, source }: SyntaxTree): boolean | undefined {
  const { query } = statement;
  if (!query) return undefined;
  const first = tokens.find(({ start }) => start === query.start);
  return first !== undefined && /^select$/i.test(source.slice(first.start, first.end));
}

function collectOutermostClauses({ query }: Statement): Record<string, Range> {
  const clauses: Record<string, Range> = {};
  query?.members.forEach((member, index) => {
    const operator = member.setOperator;
    if (operator) {
      const word = operator.name.split(' ')[0] ?? '';
      clauses[word] ??= { start: operator.start, end: member.end };
    } else if (index > 0 && member.kind === 'select')
      clauses.SELECT ??= { start: member.start, end: member.end };
    for (const { word, start, end } of member.clauses) clauses[word] ??= { start, end };
  });
  return clauses;
}
