import { redactionLevels } from '../dialect/redactionLevels.ts';
import { lexWithComments } from '../lexer/lexer.ts';
import { isUnclosed, type Token } from '../lexer/tokens.ts';
import { type ParsedStatement, parseStatements } from '../syntax/document/document.ts';
import { applyEdits, type TextEdit } from '../syntax/ranges.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { walk } from '../syntax/walk.ts';
import { findTextsToHide, listFormsOfQuotedParts } from './literalTexts.ts';
import { findPossibleValues } from './possibleValues.ts';
import { findUnpairedQuoteStartOrInfinity } from './unpairedQuotes.ts';

export const MASK = '•••';

/**
 * Stands in a masked query for everything after its first quote that has no partner. Unlike `MASK`, it may stand for more
 * than a literal, such as names of tables.
 */
export const MASKED_REST = `${MASK}…`;

/**
 * Whether the text of a string is a level of REDACTION, in upper or lower case. Such a string stays readable: it is no
 * personal data, and an auditor needs to see who reads PLAIN_TEXT.
 */
function isRedactionLevel(source: string): boolean {
  const [, text = ''] = /^'(\w+)'$/.exec(source) ?? [];
  return redactionLevels.has(text.toUpperCase());
}

const isBraced = (source: string): boolean =>
  source.startsWith('{') && !/^\{(\{\s*[A-Za-z_][\w.]*\s*\})?\}?$/.test(source);

const PLAIN_NAME = /^[A-Za-z_][\w$ ]*$/;

/**
 * Masks the literals and comments in the text of a query. Strings that are equal to a level of REDACTION, and most row
 * counts in LIMIT and OFFSET, stay readable. Quoted names that may be values are masked too, because
 * `name = "Fatima Ahmed"` is a common mistake, and so are names with unusual characters, such as `"a@b.c"`. If quotes
 * do not pair up, everything from there on is replaced with `MASKED_REST`, and what is not closed stays so: the masked
 * text shows that the query may go on. `onHidden` is called with the masked texts other than closed
 * comments, in the forms in which a response may repeat them.
 */
export function maskLiterals(text: string, onHidden?: (literal: string) => void): string {
  const edits: TextEdit[] = [];
  const tokens = lexWithComments(text);
  const statements = [...parseStatements(text)];
  const unpairedStart = findUnpairedQuoteStartOrInfinity(text, tokens, statements);
  const values = collectOffsets(statements, findPossibleValues);
  const counts = collectOffsets(statements, findRowCounts);
  for (const token of tokens) {
    if (token.end > unpairedStart) {
      const start = Math.max(token.start, unpairedStart);
      edits.push({ start, end: text.length, text: MASKED_REST });
      for (const part of listFormsOfQuotedParts(text.slice(start))) onHidden?.(part);
      break;
    }
    if (counts.has(token.start)) continue;
    const source = text.slice(token.start, token.end);
    const look = maskToken(token, source, values.has(token.start));
    if (look === source) continue;
    edits.push({ start: token.start, end: token.end, text: look });
    if (onHidden) findTextsToHide(token, source).forEach(onHidden);
  }
  return applyEdits(text, edits);
}

const collectOffsets = (
  statements: readonly ParsedStatement[],
  find: (tree: SyntaxTree) => Iterable<number>,
): ReadonlySet<number> =>
  new Set(statements.flatMap(({ start, tree }) => [...find(tree)].map((offset) => start + offset)));

/** Matches a number of at most 8 digits, because a longer one may identify a person or a payment card. */
const ROW_COUNT = /^(?:\d_?){1,8}$/;

/**
 * Returns the start offsets of row counts in a statement's LIMIT and OFFSET clauses. Numbers that `ROW_COUNT` does not
 * match, and numbers after an error, are left out, because they may be values.
 */
function findRowCounts({ source, statement, certainEnd }: SyntaxTree): number[] {
  const found: number[] = [];
  if (!/\b(?:LIMIT|OFFSET)\b/i.test(source)) return found;
  walk(statement, {
    enter(node) {
      if (node.kind !== 'limit' || node.count?.kind !== 'literal' || node.end > certainEnd) return;
      const { start, end } = node.count;
      if (ROW_COUNT.test(source.slice(start, end))) found.push(start);
    },
  });
  return found;
}

function maskToken(token: Token, source: string, isPossibleValue: boolean): string {
  switch (token.kind) {
    case 'string':
      if (isUnclosed(token)) return `'${MASK}`;
      return isRedactionLevel(source) ? source : `'${MASK}'`;
    case 'dollar-string':
      return isUnclosed(token) ? `$$${MASK}` : `$$${MASK}$$`;
    case 'number':
      return MASK;
    case 'comment':
      if (source.startsWith('--')) return `-- ${MASK}`;
      return isUnclosed(token) ? `/* ${MASK}` : `/* ${MASK} */`;
    case 'typographic-quote':
      return MASK;
    case 'quoted-identifier':
      return isUnclosed(token) ? `"${MASK}` : maskName(source, '"', isPossibleValue);
    case 'backtick':
      return maskName(source, '`', isPossibleValue);
    case 'unknown':
      return isBraced(source) ? MASK : source;
    default:
      return source;
  }
}

function maskName(source: string, quote: string, isPossibleValue: boolean): string {
  return !isPossibleValue && PLAIN_NAME.test(source.slice(source.indexOf(quote) + 1, -1))
    ? source
    : `${quote}${MASK}${quote}`;
}
