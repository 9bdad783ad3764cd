import { constructWords } from '../dialect/constructs.ts';
import { getIdentifierRule } from '../dialect/identifierRules.ts';
import type { Token } from '../lexer/tokens.ts';
import type { SqlStatement } from '../syntax/document/sqlStatement.ts';
import type { Construct, Name, Range, TableName } from '../syntax/nodes.ts';
import { findFirstIndexFrom } from '../syntax/ranges.ts';
import { parseStatement, type SyntaxTree } from '../syntax/statement.ts';
import { type SyntaxNode, walk } from '../syntax/walk.ts';

/**
 * The role of a token in its statement. `label` is a result column's name after an item of a SELECT list, `columnAlias`
 * a name in the list of column names after a table's alias or after the name of a common table expression (WITH),
 * `qualifier` a name before a dot, and `symbol` an operator or punctuation.
 */
export type TokenRole =
  | 'keyword'
  | 'function'
  | 'table'
  | 'commonTable'
  | 'tableAlias'
  | 'column'
  | 'columnAlias'
  | 'qualifier'
  | 'label'
  | 'literal'
  | 'symbol'
  | 'other';

export interface NamedTable {
  readonly table: Token;
  /** The table's own alias, or that of the subquery or parenthesized join in which the table is the last one. */
  alias?: Token;
}
export interface TokenRoles {
  readonly roles: readonly TokenRole[];
  readonly tables: readonly NamedTable[];
  /**
   * The syntax tree from which the roles were determined. Its offsets are relative to the first token. Absent if there
   * are no tokens.
   */
  readonly tree?: SyntaxTree;
}

/**
 * Returns the roles of one statement's tokens, and the tables that the statement names. `tokens` must be without
 * comments; their offsets are in `text`. The statement may be incomplete because it is still being typed.
 */
export function determineTokenRoles(text: string, tokens: readonly Token[]): TokenRoles {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (!first || !last) return { roles: [], tables: [] };
  const source = text.slice(first.start, last.end);
  const own = tokens.map((token) => toStatementToken(token, first.start));
  const tree = parseStatement(source, own.flatMap(insertMissingNameBefore));
  return { ...new RoleReader(tokens, own).determineRoles(tree), tree };
}

/**
 * Returns the roles of a statement's tokens, and the tables that the statement names. `treeOf` returns a statement's
 * syntax tree, for example from a cache. It is not called if a name is missing after a dot.
 */
export function determineStatementRoles(
  statement: SqlStatement,
  treeOf = (one: SqlStatement): SyntaxTree => one.parse(),
): TokenRoles {
  const { source, tokens } = statement;
  const whole = tokens.flatMap(insertMissingNameBefore);
  const tree = whole.length === tokens.length ? treeOf(statement) : parseStatement(source, whole);
  return { ...new RoleReader(tokens, tokens).determineRoles(tree), tree };
}

const toStatementToken = (token: Token, base: number): Token => ({
  ...token,
  start: token.start - base,
  end: token.end - base,
});

/**
 * Returns a token, with an empty quoted name before it if a name is still to be typed there: in `SELECT p. FROM t`
 * after the dot, but not in `p . from`.
 */
function insertMissingNameBefore(token: Token, index: number, tokens: readonly Token[]): readonly Token[] {
  const before = tokens[index - 1];
  if (before?.word !== '.' || token.start === before.end || canBeName(token)) return [token];
  if (tokens[index - 2]?.end !== before.start) return [token];
  return [
    { kind: 'quoted-identifier', word: '', error: undefined, start: before.end, end: before.end },
    token,
  ];
}
const canBeName = ({ kind, word }: Token): boolean => kind !== 'word' || getIdentifierRule(word).column;

class RoleReader {
  readonly #tokens: readonly Token[];
  readonly #own: readonly Token[];
  readonly #roles: (TokenRole | undefined)[];
  readonly #tables: NamedTable[] = [];
  readonly #tablesBefore: number[] = [];

  constructor(tokens: readonly Token[], own: readonly Token[]) {
    this.#tokens = tokens;
    this.#own = own;
    this.#roles = own.map(() => undefined);
  }

  determineRoles({ statement }: SyntaxTree): TokenRoles {
    walk(statement, {
      enter: (node) => this.#markRolesOfNode(node),
      leave: (node) => this.#markRolesAfterChildren(node),
    });
    const roles = this.#own.map((token, index) => this.#roles[index] ?? getDefaultRole(token));
    return { roles, tables: this.#tables };
  }

  #markRolesOfNode(node: SyntaxNode): void {
    switch (node.kind) {
      case 'column':
        this.#markDottedName(node.parts, node.isStar ? 'qualifier' : 'column');
        break;
      case 'call':
        if (node.construct && !cannotNameFunction(node.construct)) this.#markCallee(node.construct);
        break;
      case 'construct':
        if (node.isFunction && !cannotNameFunction(node)) this.#markCallee(node);
        break;
      case 'typedLiteral':
        // Formatting keeps the author's spelling of a type's name.
        if (node.construct) this.#markRange(node.construct, 'other');
        break;
      case 'statement':
        // Other commands have their own grammar. After a misspelt SELECT, which is no command, words keep their roles.
        if (node.rest && node.commands.length > 0) this.#markRange(node.rest, 'other');
        break;
      case 'write':
        if (node.rest) this.#markRange(node.rest, 'other');
        break;
      case 'array':
        if (node.construct?.name === 'ROW') this.#markCallee(node.construct);
        break;
      case 'target':
        this.#markName(node.alias, 'label');
        break;
      case 'using':
        for (const column of node.columns) this.#markName(column, 'column');
        break;
      case 'commonTable':
        if (node.name.kind === 'name') this.#markName(node.name, 'commonTable');
        for (const column of node.columns) this.#markName(column, 'columnAlias');
        break;
      case 'columnAliases':
        for (const column of node.names) this.#markName(column, 'columnAlias');
        break;
      case 'tableName':
        this.#markTable(node);
        break;
      case 'derivedTable':
      case 'parenthesizedTable':
        this.#tablesBefore.push(this.#tables.length);
        break;
    }
  }
  #markRolesAfterChildren(node: SyntaxNode): void {
    if (node.kind === 'tableFunction') this.#markName(node.alias, 'tableAlias');
    if (node.kind !== 'derivedTable' && node.kind !== 'parenthesizedTable') return;
    const alias = this.#markName(node.alias, 'tableAlias');
    const before = this.#tablesBefore.pop() ?? 0;
    const last = this.#tables.length > before ? this.#tables.at(-1) : undefined;
    if (last && alias) last.alias ??= alias;
  }

  #markTable({ parts, alias }: TableName): void {
    const table = this.#markDottedName(parts, 'table');
    const other = this.#markName(alias, 'tableAlias');
    if (table) this.#tables.push({ table, ...(other && { alias: other }) });
  }
  #markDottedName(parts: readonly Name[], role: TokenRole): Token | undefined {
    for (const part of parts.slice(0, -1)) this.#markName(part, 'qualifier');
    return this.#markName(parts.at(-1), role);
  }
  #markName(name: Name | undefined, role: TokenRole): Token | undefined {
    if (!name) return undefined;
    const index = findFirstIndexFrom(this.#own, name.start);
    if (this.#own[index]?.start !== name.start) return undefined;
    this.#roles[index] = role;
    return this.#tokens[index];
  }

  #markCallee(name: Range): void {
    const indexes = this.#findNameTokenIndexes(name);
    const last = indexes.pop();
    for (const index of indexes) this.#roles[index] ??= 'qualifier';
    if (last !== undefined) this.#roles[last] ??= 'function';
  }
  #markRange(range: Range, role: TokenRole): void {
    for (const index of this.#findNameTokenIndexes(range)) this.#roles[index] ??= role;
  }
  #findNameTokenIndexes({ start, end }: Range): number[] {
    const found: number[] = [];
    for (let index = findFirstIndexFrom(this.#own, start); index < this.#own.length; index++) {
      const token = this.#own[index];
      if (!token || token.start >= end) break;
      if (isNameToken(token)) found.push(index);
    }
    return found;
  }
}

const isNameToken = ({ kind }: Token): boolean =>
  kind === 'word' || kind === 'quoted-identifier' || kind === 'backtick';

const cannotNameFunction = ({ name }: Construct): boolean => !getIdentifierRule(name).function;

function getDefaultRole({ kind, word }: Token): TokenRole {
  switch (kind) {
    case 'word':
      return !getIdentifierRule(word).column || constructWords.has(word) ? 'keyword' : 'other';
    case 'operator':
    case 'punctuation':
      return 'symbol';
    case 'quoted-identifier':
    case 'backtick':
    case 'unknown':
    case 'comment':
      return 'other';
    default:
      return 'literal';
  }
}
