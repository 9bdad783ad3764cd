/** Query text without the values in it, to be shown or shared. */
import { redactionLevels } from '../dialect/limits.ts';
import { lex } from '../lexer/lexer.ts';
import { isUnclosed, type Token } from '../lexer/tokens.ts';
import { type ParsedStatement, parseStatements } from '../syntax/document/document.ts';
import { applyEdits, type TextEdit } from '../syntax/ranges.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { walk } from '../syntax/walk.ts';
import { literalTexts, textsIn } from './literalTexts.ts';
import { possibleValues } from './possibleValues.ts';
import { unpairedQuoteStart } from './unpairedQuotes.ts';

/** The text that replaces a masked value. */
export const MASK = '•••';

/** Whether a string is a known level of REDACTION (D10): it is no personal data, and who reads PLAIN_TEXT matters. */
function isLevel(source: string): boolean {
  const [, text = ''] = /^'(\w+)'$/.exec(source) ?? [];
  return redactionLevels.has(text.toUpperCase());
}

/** Whether it is a pair of braces with what is in it, as in `{d '2026-01-31'}`; not the name of a template, as in `{{name}}`. */
const isBraced = (source: string): boolean =>
  source.startsWith('{') && !/^\{(\{\s*[A-Za-z_][\w.]*\s*\})?\}?$/.test(source);

/** A name that needs no quotes, but for spaces. */
const PLAIN_NAME = /^[A-Za-z_][\w$ ]*$/;

/**
 * Returns `text` with each literal and the text of each comment masked. Names, keywords, levels of REDACTION, and the numbers
 * of LIMIT and OFFSET clauses (`rowCounts`) stay readable. What never ends (a string, a quoted name, a comment) is masked to
 * the end of the text, because literals may be in it.
 *
 * Of quoted names, only plain ones stay readable, and only if they are certainly names (`possibleValues`): the mistake
 * `name = "Fatima Ahmed"` is common in audited queries. Everything after the first quote that does not pair up is masked
 * (`unpairedQuoteStart`).
 *
 * `onHidden` is called with each masked text, without quotes, in each form in which a response may repeat the text.
 */
export function maskLiterals(text: string, onHidden?: (literal: string) => void): string {
  const edits: TextEdit[] = [];
  const tokens = lex(text);
  const statements = [...parseStatements(text)];
  const unpairedStart = unpairedQuoteStart(text, tokens, statements);
  const values = offsetsIn(statements, possibleValues);
  const counts = offsetsIn(statements, rowCounts);
  for (const token of tokens) {
    if (token.end > unpairedStart) {
      const start = Math.max(token.start, unpairedStart);
      edits.push({ start, end: text.length, text: MASK });
      for (const part of textsIn(text.slice(start))) onHidden?.(part);
      break;
    }
    if (counts.has(token.start)) continue;
    const source = text.slice(token.start, token.end);
    const look = masked(token, source, values.has(token.start));
    if (look === source) continue;
    edits.push({ start: token.start, end: token.end, text: look });
    if (onHidden) literalTexts(token, source).forEach(onHidden);
  }
  return applyEdits(text, edits);
}

/** Returns the offsets, in the whole text, of what `find` finds in each of its statements. */
const offsetsIn = (
  statements: readonly ParsedStatement[],
  find: (tree: SyntaxTree) => Iterable<number>,
): ReadonlySet<number> =>
  new Set(statements.flatMap(({ start, tree }) => [...find(tree)].map((offset) => start + offset)));

/** A row count that stays readable. A number with more digits may be that of a person or a card. */
const ROW_COUNT = /^(?:\d_?){1,8}$/;

/** Returns the offsets of the numbers of LIMIT and OFFSET clauses; without those after a syntax error, which may be values. */
function rowCounts({ source, statement, certainEnd }: SyntaxTree): number[] {
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

function masked(token: Token, source: string, isPossibleValue: boolean): string {
  switch (token.kind) {
    case 'string':
      return isLevel(source) ? source : `'${MASK}'`;
    case 'dollar-string':
      return `$$${MASK}$$`;
    case 'number':
      return MASK;
    case 'comment':
      return source.startsWith('--') ? `-- ${MASK}` : `/* ${MASK} */`;
    case 'typographic-quote':
      return MASK;
    case 'quoted-identifier':
      return isUnclosed(token) ? `"${MASK}` : maskedName(source, '"', isPossibleValue);
    case 'backtick':
      return maskedName(source, '`', isPossibleValue);
    case 'unknown':
      return isBraced(source) ? MASK : source;
    default:
      return source;
  }
}

function maskedName(source: string, quote: string, isPossibleValue: boolean): string {
  return !isPossibleValue && PLAIN_NAME.test(source.slice(source.indexOf(quote) + 1, -1))
    ? source
    : `${quote}${MASK}${quote}`;
}
