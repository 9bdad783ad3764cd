/** Query text without the values in it, to be shown or shared. */
import { canNameColumn } from '../dialect/identifierRules.ts';
import { redactionLevels } from '../dialect/limits.ts';
import { lex } from '../lexer/lexer.ts';
import { isUnclosed, type Token } from '../lexer/tokens.ts';
import { parseStatements } from '../syntax/document/document.ts';
import { applyEdits, type TextEdit } from '../syntax/ranges.ts';
import { literalTexts, textsIn } from './literalTexts.ts';
import { possibleValues } from './possibleValues.ts';

/** What a value is replaced by. */
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
 * Returns `text` with each literal and the text of each comment masked; names, keywords, LIMIT, OFFSET and the levels of
 * REDACTION stay. What never ends (a string, a quoted name, a comment) is masked to the end, since it swallows literals.
 * Between quotes of names only a plain name stays, where the statement certainly uses it as a name (`possibleValues`):
 * `name = "Fatima Ahmed"` is a mistake that the trail keeps. Where quotes do not pair up (`'O'Hara'`, a backtick or a
 * typographic quote without another one), nothing tells a value from the text around it, so all that follows is masked.
 * `onHidden` gets what is masked, without quotes, in each form in which an answer may repeat it.
 */
export function maskLiterals(text: string, onHidden?: (literal: string) => void): string {
  const edits: TextEdit[] = [];
  const values = QUOTES_OF_NAMES.test(text) ? possibleValuesIn(text) : new Set<number>();
  let before = '';
  let last: Token | undefined;
  const tokens = lex(text);
  const isTypographicUnpaired = tokens.some(isUnpairedTypographicQuote);
  for (const token of tokens) {
    const isUnpaired = token.kind === 'typographic-quote' && isTypographicUnpaired;
    if (isUnpaired || isOutOfStep(text, token, last)) {
      const rest = text.slice(token.start);
      edits.push({ start: token.start, end: text.length, text: MASK });
      for (const part of textsIn(rest)) onHidden?.(part);
      break;
    }
    last = token;
    const source = text.slice(token.start, token.end);
    const look = masked(token, source, before, values.has(token.start));
    if (look !== source) {
      edits.push({ start: token.start, end: token.end, text: look });
      if (onHidden) literalTexts(token, source).forEach(onHidden);
    }
    if (token.kind !== 'comment') before = token.word;
  }
  return applyEdits(text, edits);
}

/**
 * Whether it is a typographic quote without another one. Quotes within quotes (`“Ada “in” Lovelace”`), and a value that is too
 * long for the lexer or on two lines, leave one as well.
 */
const isUnpairedTypographicQuote = ({ kind, start, end }: Token): boolean =>
  kind === 'typographic-quote' && end - start === 1;

const quoted: ReadonlySet<Token['kind']> = new Set(['string', 'dollar-string', 'quoted-identifier']);

const QUOTES_OF_NAMES = /["`]/;

/**
 * Whether quotes do not pair up at a token: a backtick that no other one closes, or a word right behind a closing quote that
 * may be a name (`'O'Hara'`; in `'a'AND b` it can't be one).
 */
function isOutOfStep(text: string, token: Token, last: Token | undefined): boolean {
  if (token.kind === 'backtick') return token.end - token.start === 1;
  if (token.kind !== 'word' || !last || last.end !== token.start || !quoted.has(last.kind)) return false;
  return canNameColumn(text.slice(token.start, token.end).toUpperCase());
}

/** Offsets in `text` of the quoted names that may be values, in all of its statements. */
function possibleValuesIn(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { start, tree } of parseStatements(text))
    for (const offset of possibleValues(tree)) found.add(start + offset);
  return found;
}

function masked(token: Token, source: string, before: string, isPossibleValue: boolean): string {
  switch (token.kind) {
    case 'string':
      return isLevel(source) ? source : `'${MASK}'`;
    case 'dollar-string':
      return `$$${MASK}$$`;
    case 'number':
      return before === 'LIMIT' || before === 'OFFSET' ? source : MASK;
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
