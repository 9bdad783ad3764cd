import { joinWords } from '../dialect/constructs.ts';
import type { Token } from '../lexer/tokens.ts';
import { stages } from '../syntax/queries/clauseWords.ts';

export interface LayoutPart {
  readonly token: Token;
  readonly text: string;
  readonly keyword: string;
  readonly lineBreaks: number;
}

export interface FormatOptions {
  /** Whitespace of one indentation level. The default is two spaces. */
  readonly indent?: string;
  /** The default is `upper`. */
  readonly keywordCase?: 'upper' | 'keep';
  /**
   * Maximum estimated width, in characters, of SELECT and its list on one line. A wider list is written with one item
   * per line. The default is 100.
   */
  readonly width?: number;
}

/**
 * The first words of clauses and set operators, and SELECT. They usually begin a new line. INTO is left out, so that it
 * stays on the line of its SELECT list.
 */
const clauses = new Set(Object.keys(stages).filter((word) => word !== 'INTO'));
const tight = new Set(['.', '::', '[', ']']);

function mustBeginLine({ keyword }: LayoutPart, before: LayoutPart | undefined, clause: string): boolean {
  // The FOR of `DECLARE c CURSOR FOR` stays on its line. The query after FOR begins a new line.
  if (keyword === 'FOR' && clause === '') return false;
  return clauses.has(keyword) || (joinWords.has(keyword) && !joinWords.has(before?.keyword ?? ''));
}

export function layOutStatement(parts: readonly LayoutPart[], options: FormatOptions): string {
  const indent = options.indent ?? '  ';
  const width = options.width ?? 100;
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  let clause = '';
  let broken = false;
  const newLine = (levels: number): void => {
    lines.push(line.trimEnd());
    line = indent.repeat(levels);
  };
  parts.forEach((part, index) => {
    const { token, keyword } = part;
    const before = parts[index - 1];
    if (token.word === ')') depth = Math.max(0, depth - 1);
    const opens = depth === 0 && mustBeginLine(part, before, clause);
    if (before) {
      const ownLine = token.kind === 'comment' && part.lineBreaks > 0;
      const isConnective = clause === 'WHERE' && (keyword === 'AND' || keyword === 'OR');
      if (opens) newLine(0);
      else if (ownLine || isLineComment(before)) newLine(clause === 'WHERE' || broken ? 1 : 0);
      else if (depth === 0 && isConnective) newLine(1);
      else if (depth === 0 && broken && before.token.word === ',' && line.trim() !== ',') newLine(1);
      else if (needsSpaceBetween(before, part, parts[index - 2])) line += ' ';
    }
    if (opens) {
      clause = keyword;
      broken = keyword === 'SELECT' && isSelectClauseWiderThan(parts, index, width);
    }
    line += part.text;
    if (token.word === '(') depth++;
  });
  return [...lines, line].join('\n').trimEnd();
}

const isLineComment = ({ token, text }: LayoutPart): boolean =>
  token.kind === 'comment' && text.startsWith('--');

function isSelectClauseWiderThan(parts: readonly LayoutPart[], start: number, width: number): boolean {
  let depth = 0;
  let sum = 0;
  for (let i = start; i < parts.length && sum <= width; i++) {
    const part = parts[i];
    if (!part || (depth === 0 && i > start && clauses.has(part.keyword))) break;
    if (part.token.word === '(') depth++;
    if (part.token.word === ')') depth--;
    if (isLineComment(part)) return true;
    sum += part.text.length + (part.token.word === ',' || part.token.word === '.' ? 0 : 1);
  }
  return sum > width;
}

function needsSpaceBetween(
  before: LayoutPart,
  after: LayoutPart,
  beforeThat: LayoutPart | undefined,
): boolean {
  const [left, right] = [before.token.word, after.token.word];
  if (right === ',' || right === ';' || right === ')') return false;
  // In `p. FROM t`, the name after the dot is missing. Without the space, FROM would become this name.
  if (left === '.' && after.keyword !== '') return true;
  if (left === '(' || tight.has(left) || tight.has(right)) return false;
  if (right === '(') return before.keyword !== '' || before.token.kind === 'operator' || left === ',';
  // A sign stays directly before its number: `= -1`, `, +1`.
  const isSign =
    (left === '-' || left === '+') && after.token.kind === 'number' && before.token.end === after.token.start;
  return !(isSign && startsOperand(beforeThat));
}

/**
 * Whether an operand probably begins directly after `part`, so that + or - there is a sign. True after a keyword, even
 * after END or NULL.
 */
const startsOperand = (part: LayoutPart | undefined): boolean =>
  part === undefined ||
  part.token.kind === 'operator' ||
  part.token.word === ',' ||
  part.token.word === '(' ||
  part.keyword !== '';
