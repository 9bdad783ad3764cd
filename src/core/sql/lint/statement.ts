import { isComparison } from '../analysis/comparisons.ts';
import type { NodePosition, PositionVisitor } from '../analysis/nodePositions.ts';
import { hasSetOperation, isAggregate, type Summary, summarizeStatement } from '../analysis/summary.ts';
import { getIdentifierRule } from '../dialect/identifierRules.ts';
import { decodeQuoted } from '../lexer/escapes.ts';
import type { Token } from '../lexer/tokens.ts';
import type { Call, Column, Infix, Literal, Name, Query, Range } from '../syntax/nodes.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { TokenIndex } from '../syntax/tokenIndex.ts';
import type { SyntaxNode } from '../syntax/walk.ts';
import { checkAggregate, checkArguments } from './calls.ts';
import type { Collector } from './collector.ts';
import { checkLimit } from './counts.ts';
import { findMisspellingAtError } from './spelling.ts';

/**
 * Adds those findings about a statement that follow from the dialect and from PostgreSQL's own rules, and returns the
 * statement's summary.
 */
export function lintStatement(tree: SyntaxTree, collector: Collector): Summary {
  for (const { reason, start, end } of tree.lexicalErrors) collector.addSyntaxFinding(reason, { start, end });
  addSyntaxError(tree, collector);
  const summary = summarizeStatement(tree, new Linter(tree, collector));
  checkMissingFrom(tree, summary, collector);
  addNulFindings(tree, collector);
  return summary;
}

function addSyntaxError(tree: SyntaxTree, out: Collector): void {
  const { syntaxError: error } = tree;
  // A token that is wrong in itself needs no second finding.
  if (!error || tree.lexicalErrors.some(({ start }) => start === error.start)) return;
  const misspelt = findMisspellingAtError(tree);
  if (misspelt) {
    out.addSyntaxFinding(error.reason, misspelt, { suggestion: misspelt.suggestion });
    return;
  }
  const { expected } = error;
  const found = findDisplayableWord(new TokenIndex(tree.tokens).tokenAt(error.start));
  const data = {
    ...(found !== undefined && { found }),
    ...(expected && { expected: expected.kind }),
    ...(expected?.kind === 'word' && { word: expected.word }),
  };
  out.addSyntaxFinding(error.reason, error, Object.keys(data).length > 0 ? data : undefined);
}

/**
 * Returns the `word` of a token if a message may repeat it, otherwise undefined. A literal, or a word that is no
 * keyword, may be a sensitive value.
 */
function findDisplayableWord(token: Token | undefined): string | undefined {
  if (token?.kind === 'operator' || token?.kind === 'punctuation') return token.word;
  return token?.kind === 'word' && !getIdentifierRule(token.word).column ? token.word : undefined;
}

class Linter implements PositionVisitor {
  readonly #tree: SyntaxTree;
  readonly #tokens: TokenIndex;
  readonly #out: Collector;
  /**
   * The calls of aggregates in the outermost query that are being visited, outermost first. `nested` is the range of
   * the name of an aggregate within `call`.
   */
  readonly #aggregates: { readonly call: Call; nested?: Range }[] = [];

  constructor(tree: SyntaxTree, out: Collector) {
    this.#tree = tree;
    this.#tokens = new TokenIndex(tree.tokens);
    this.#out = out;
  }

  enter(node: SyntaxNode, position: NodePosition, around: readonly SyntaxNode[]): void {
    const out = this.#out;
    switch (node.kind) {
      case 'construct':
        out.addConstructUnlessAllowed(node);
        break;
      case 'call':
        this.#checkAndPushAggregate(node, position);
        break;
      case 'infix':
        this.#checkComparisonWithNull(node);
        break;
      case 'literal':
        this.#checkDigitsOfBitString(node);
        if (node.literal === 'number') this.#checkNonDecimalNumber(node);
        break;
      case 'tableName':
        this.#checkCatalogPrefix(node.parts, 3);
        break;
      case 'column':
        this.#checkColumn(node, around.at(-1)?.kind === 'target');
        break;
      case 'limit':
        checkLimit(node, { tree: this.#tree, isOutermost: position.depth === 1 }, out);
    }
  }

  leave(node: SyntaxNode): void {
    if (node.kind !== 'call') return;
    const aggregate = this.#aggregates.at(-1)?.call === node ? this.#aggregates.pop() : undefined;
    checkArguments(node, aggregate?.nested, this.#tree, this.#out);
  }

  #checkAndPushAggregate(call: Call, { place, depth }: NodePosition): void {
    // An aggregate in a subquery may belong to the query around it.
    if (depth !== 1 || !isAggregate(call)) return;
    const isMisplaced = checkAggregate(call, place, this.#out);
    const around = this.#aggregates.at(-1);
    if (around && call.construct && !isMisplaced) around.nested = call.construct;
    this.#aggregates.push({ call });
  }

  #checkComparisonWithNull(node: Infix): void {
    const { left, operator } = node;
    if (operator.kind !== 'construct' || !isComparison(node)) return;
    const right = this.#tokens.firstTokenFrom(operator.end);
    const isRightNull = right?.word === 'NULL';
    const isLeftNull = left.kind === 'constant' && left.construct.name === 'NULL';
    if (!isRightNull && !isLeftNull) return;
    const start = isRightNull ? operator.start : left.start;
    const end = isRightNull ? right.end : operator.end;
    this.#out.addConstructUnlessAllowed({
      kind: 'construct',
      name: 'COMPARISON WITH NULL',
      isFunction: false,
      start,
      end,
    });
  }

  #checkColumn(node: Column, isItem: boolean): void {
    const { parts, isStar } = node;
    const isTooLong = parts.length + (isStar ? 1 : 0) > 4;
    if (isTooLong) this.#out.addAlwaysRefusedIfCertain('name-parts', node);
    else this.#checkCatalogPrefix(parts, isStar ? 3 : 4);
    if (isStar && !isItem) this.#addUndocumentedConstruct('WHOLE-ROW VALUE', node);
  }

  #checkCatalogPrefix(parts: readonly Name[], length: number): void {
    const [catalog] = parts;
    if (catalog && parts.length === length) this.#addUndocumentedConstruct('THREE-PART TABLE', catalog);
  }

  #checkNonDecimalNumber(literal: Literal): void {
    const source = this.#tree.source.slice(literal.start, literal.end);
    if (/^0[xob]|_/i.test(source)) this.#addUndocumentedConstruct('NON-DECIMAL LITERAL', literal);
  }

  #addUndocumentedConstruct(name: string, { start, end }: Range): void {
    this.#out.addConstructUnlessAllowed({ kind: 'construct', name, isFunction: false, start, end });
  }

  #checkDigitsOfBitString(literal: Literal): void {
    if (literal.literal !== 'prefixed') return;
    const source = this.#tree.source.slice(literal.start, literal.end);
    const digits = /^x/i.test(source) ? /^[\da-f]*$/i : /^[01]*$/;
    if (/^[bx]/i.test(source) && !digits.test(decodeQuoted(source) ?? ''))
      this.#out.addAlwaysRefusedIfCertain('bit-digits', literal);
  }
}

function checkMissingFrom(tree: SyntaxTree, summary: Summary, out: Collector): void {
  const { query } = tree.statement;
  if (!summary.beginsWithSelect || !query || summary.clauses.FROM || hasSetOperation(summary)) return;
  const end = tree.tokens.at(-1)?.end ?? 0;
  if (tree.certainEnd !== Number.POSITIVE_INFINITY) return;
  // PostgreSQL's grammar allows a SELECT without FROM, but it can't have a column then.
  const [column] = summary.tables.length === 0 ? summary.columns : [];
  if (summary.hasOutermostStar) out.addSyntaxFinding('star-without-from', { start: end, end });
  else if (column) out.addAlwaysRefusedIfCertain('column-without-from', column);
  else
    out.addConstructUnlessAllowed({
      kind: 'construct',
      name: 'SELECT WITHOUT FROM',
      isFunction: false,
      ...rangeOfSelectWord(query),
    });
}

const rangeOfSelectWord = ({ start }: Query): Range => ({ start, end: start + 'SELECT'.length });

/**
 * Adds a finding for each run of NUL characters, unless another finding starts there. PostgreSQL accepts no text with a
 * NUL character.
 */
function addNulFindings({ source }: SyntaxTree, out: Collector): void {
  if (!source.includes('\0')) return;
  const known = new Set(out.findings.map((finding) => finding.start));
  for (const { 0: found, index } of source.matchAll(/\0+/g)) {
    if (!known.has(index)) out.addSyntaxFinding('nul-character', { start: index, end: index + found.length });
  }
}
