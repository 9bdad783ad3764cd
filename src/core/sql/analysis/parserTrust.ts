import { isKeyword } from '../dialect/identifierRules.ts';
import { isMalformed, type Token } from '../lexer/tokens.ts';
import type { Call, Expression, Infix, Query, Range, Select, Subquery, Target } from '../syntax/nodes.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { TokenIndex } from '../syntax/tokenIndex.ts';
import { type SyntaxNode, walk } from '../syntax/walk.ts';

const toWordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

// These lists are the result of tests with node-sql-parser. They are not derived from the table of the dialect.

const keywords = toWordSet(
  'SELECT DISTINCT AS FROM JOIN INNER LEFT RIGHT FULL OUTER ON WHERE GROUP HAVING ORDER BY ASC DESC LIMIT OFFSET UNION ALL AND OR NOT NULL IS LIKE ILIKE IN BETWEEN CASE WHEN THEN ELSE END COUNT SUM AVG MIN MAX REDACTION',
);
const kinds: ReadonlySet<Token['kind']> = new Set<Token['kind']>([
  ...(['word', 'quoted-identifier', 'string', 'number', 'operator', 'punctuation'] as const),
]);
const arithmetic = toWordSet('+ - * /');
const comparisons = toWordSet('= < > <= >= <> !=');
const matches = toWordSet('LIKE ILIKE');
const connectives = toWordSet('AND OR');
const nullTests: ReadonlySet<string> = new Set(['IS NULL', 'IS NOT NULL']);
const unions: ReadonlySet<string> = new Set(['UNION', 'UNION ALL']);
const beforeNot = toWordSet('WHERE AND OR ON HAVING WHEN (');

interface Surroundings {
  readonly parent?: SyntaxNode;
  readonly depth: number;
  /**
   * Whether the node is in a clause such as ORDER BY or GROUP BY, but not in a subquery there. Fewer kinds of
   * expressions are trusted in such a clause.
   */
  readonly isSorted: boolean;
  /**
   * Whether the node is in the operand or a result of the innermost CASE around it, rather than in a condition after
   * WHEN. False in a subquery there. Fewer kinds of expressions are trusted in operands and results.
   */
  readonly isBranch: boolean;
}

/**
 * Whether a syntax error that node-sql-parser reports for a statement can be believed. That parser rejects much that
 * PostgreSQL accepts. So it is only trusted if our own parser found a syntax error too, or if it was found to agree
 * with PostgreSQL on all constructs of the statement.
 */
export function canTrustParserError(tree: SyntaxTree): boolean {
  if (tree.syntaxError) return true;
  return tree.tokens.every(isTrustedToken) && new TrustReader(tree).trustsTree();
}

const isTrustedToken = (token: Token): boolean =>
  !isMalformed(token) &&
  kinds.has(token.kind) &&
  (token.kind !== 'word' || !isKeyword(token.word) || keywords.has(token.word));

class TrustReader {
  readonly #tree: SyntaxTree;
  readonly #tokens: TokenIndex;

  constructor(tree: SyntaxTree) {
    this.#tree = tree;
    this.#tokens = new TokenIndex(tree.tokens);
  }

  trustsTree(): boolean {
    let trusted = true;
    const stack: Surroundings[] = [];
    let around: Surroundings = { depth: 0, isSorted: false, isBranch: false };
    walk(this.#tree.statement, {
      enter: (node) => {
        stack.push(around);
        around = this.#computeSurroundings(node, around);
        trusted &&= this.#canTrustNode(node, around);
        around = { ...around, parent: node };
      },
      leave: () => {
        around = stack.pop() ?? around;
      },
    });
    return trusted;
  }

  #computeSurroundings(node: SyntaxNode, outer: Surroundings): Surroundings {
    if (node.kind === 'query') return { ...outer, depth: outer.depth + 1, isSorted: false, isBranch: false };
    if (node.kind === 'orderBy' || node.kind === 'list') return { ...outer, isSorted: true };
    return outer.parent?.kind === 'case' ? { ...outer, isBranch: this.#wordBefore(node) !== 'WHEN' } : outer;
  }

  #canTrustNode(node: SyntaxNode, around: Surroundings): boolean {
    switch (node.kind) {
      case 'construct':
      case 'from':
      case 'condition':
      case 'orderBy':
      case 'on':
        return true;
      case 'statement':
        return node.commands.length === 0 && node.query !== undefined;
      case 'query':
        return trustsQuery(node);
      case 'select':
        return trustsSelect(node);
      case 'quantifier':
        return node.words.length === 1 && node.words[0]?.name === 'DISTINCT';
      case 'target':
        return this.#trustsTarget(node, around);
      case 'star':
        return !node.change;
      case 'list':
        // Not trusted: `GROUP BY DISTINCT` and `GROUP BY ALL`.
        return node.word === 'GROUP' && this.#wordBefore(node.items[0]) === 'BY';
      case 'limit':
        return isNumberLiteral(node.count) && node.constructs.length === 0 && !node.second;
      case 'fromItem':
        return !node.lateral;
      case 'join':
        return areAllEmpty(node.constructs, node.joins) && !node.lateral && node.condition?.kind === 'on';
      case 'tableName':
        return areAllEmpty(node.constructs) && !node.columnAliases && node.parts.length <= 2;
      default:
        return this.#trustsExpression(node, around);
    }
  }

  #trustsExpression(node: SyntaxNode, around: Surroundings): boolean {
    const { parent, isSorted, isBranch } = around;
    switch (node.kind) {
      case 'name':
        return node.isQuoted || !isKeyword(node.text.toUpperCase());
      case 'column':
        // Not trusted: names of three parts, `s.t.*`, and `COUNT(t.*)`.
        return node.parts.length <= (node.isStar ? 1 : 2) && (!node.isStar || parent?.kind === 'target');
      case 'literal':
        return (node.literal === 'string' || node.literal === 'number') && !node.construct;
      case 'constant':
        return node.construct.name === 'NULL' && !isSorted;
      case 'call':
        return this.#trustsCall(node);
      case 'parenthesized':
        return !node.rowConstruct && node.items.length === 1;
      case 'array':
        return !node.construct && isRightOfIn(node, parent) && node.items.every(isTrustedListItem);
      case 'subquery':
        return !isBranch && !isSorted && isAllowedSubquery(node, parent);
      case 'case':
        // Not trusted: `CASE (a) WHEN …`.
        return this.#wordBefore(node.items[0]) !== 'CASE' || !this.#beginsWithParenthesis(node.items[0]);
      case 'sign':
        return node.operand.kind !== 'sign';
      case 'prefix':
        if (arithmetic.has(node.operator.name)) return isOperandOrArithmetic(node.operand);
        return (
          node.operator.name === 'NOT' && !isSorted && !isBranch && beforeNot.has(this.#wordBefore(node))
        );
      case 'infix':
        return trustsInfix(node, around);
      case 'between':
        return !isSorted && !isBranch && [node.operand, node.low, node.high].every(isOperandOrArithmetic);
      case 'postfix':
        return (
          !isSorted && !isBranch && nullTests.has(node.operator.name) && isOperandOrArithmetic(node.operand)
        );
      default:
        return false;
    }
  }

  /**
   * Not trusted: `SELECT t.* label`, and an item that begins with a parenthesis directly after the SELECT of a
   * subquery, as in `(SELECT (a) FROM t)`.
   */
  #trustsTarget(node: Target, { depth }: Surroundings): boolean {
    const isStar = node.value.kind === 'star' || (node.value.kind === 'column' && node.value.isStar);
    if (isStar && node.alias) return false;
    return depth === 1 || !this.#beginsWithParenthesis(node) || this.#wordBefore(node) !== 'SELECT';
  }

  #trustsCall({
    construct,
    constructs,
    orderBy,
    filter,
    arguments: values,
    isStar,
    argumentsEnd,
  }: Call): boolean {
    if (!construct || argumentsEnd === undefined || !areAllEmpty(constructs, orderBy) || filter) return false;
    if (this.#tokens.tokenAt(construct.start)?.end !== construct.end) return false;
    if (isStar) return values.length === 0;
    return values.length > 0 && values.every((value) => this.#isBetweenCommas(value));
  }
  #isBetweenCommas(value: Range): boolean {
    const after = this.#tokens.firstTokenFrom(value.end)?.word;
    return /^[,(]$/.test(this.#wordBefore(value)) && (after === ',' || after === ')');
  }
  #wordBefore(node: Range | undefined): string {
    return (node && this.#tokens.lastTokenBefore(node.start)?.word) ?? '';
  }
  #beginsWithParenthesis({ start }: Range = { start: -1, end: -1 }): boolean {
    return this.#tokens.tokenAt(start)?.word === '(';
  }
}

const areAllEmpty = (...lists: readonly (readonly SyntaxNode[])[]): boolean =>
  lists.every((list) => list.length === 0);
const isNumberLiteral = (count: Expression | undefined): boolean =>
  count?.kind === 'literal' && count.literal === 'number';

const trustsQuery = ({ with: common, members }: Query): boolean =>
  !common &&
  members.every(
    ({ kind, clauses }, index) =>
      kind === 'select' &&
      (index === members.length - 1 || clauses.every(({ word }) => !/^(ORDER|LIMIT|OFFSET)$/.test(word))),
  );

function trustsSelect({ top, setOperator, clauses }: Select): boolean {
  const words = clauses.map(({ word }) => word);
  const isPaged = words.includes('OFFSET') && words.lastIndexOf('LIMIT') > words.indexOf('OFFSET');
  return !top && !isPaged && (!setOperator || unions.has(setOperator.name));
}

const isRightOfIn = (node: SyntaxNode, parent: SyntaxNode | undefined): boolean =>
  parent?.kind === 'infix' &&
  parent.right === node &&
  parent.operator.kind === 'construct' &&
  parent.operator.name === 'IN';

const isTrustedListItem = ({ kind }: Expression, _: number, list: readonly Expression[]): boolean =>
  kind === 'literal' || kind === 'column' || (kind === 'subquery' && list.length === 1);

const isAllowedSubquery = (node: Subquery, parent: SyntaxNode | undefined): boolean =>
  parent?.kind === 'target' ||
  parent?.kind === 'array' ||
  parent?.kind === 'parenthesized' ||
  (parent?.kind === 'infix' && parent.right === node);

/**
 * node-sql-parser groups `a = b IS NULL` and `a BETWEEN b AND c > d` differently from PostgreSQL, so an operand of a
 * comparison must not be a comparison itself.
 */
function trustsInfix({ left, operator, right }: Infix, { isSorted, isBranch }: Surroundings): boolean {
  if (operator.kind === 'missing') return false;
  const { name } = operator;
  if (arithmetic.has(name)) return isOperandOrArithmetic(left) && isOperandOrArithmetic(right);
  if (isSorted) return false;
  if (comparisons.has(name))
    return isOperandOrArithmetic(left) && (isOperandOrArithmetic(right) || right.kind === 'subquery');
  if (isBranch) return false;
  if (connectives.has(name)) return true;
  // Not trusted: `a LIKE b - c`.
  if (matches.has(name)) return isOperandOrArithmetic(left) && isOperand(right);
  return (
    name === 'IN' && isOperandOrArithmetic(left) && (right.kind === 'array' || right.kind === 'subquery')
  );
}

const isOperand = ({ kind }: Expression): boolean => operands.has(kind);
const operands: ReadonlySet<Expression['kind']> = new Set<Expression['kind']>([
  ...(['literal', 'constant', 'column', 'call', 'parenthesized', 'case'] as const),
]);
const isOperandOrArithmetic = (value: Expression): boolean =>
  isOperand(value) ||
  value.kind === 'sign' ||
  (value.kind === 'prefix' && arithmetic.has(value.operator.name)) ||
  (value.kind === 'infix' && value.operator.kind === 'construct' && arithmetic.has(value.operator.name));
