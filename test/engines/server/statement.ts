/** What a server has to know of a statement before the engine parses it. */
export interface Statement {
  /** The first word in upper case, such as SELECT; empty when there is none. */
  readonly command: string;
  /** The format that the statement names with FORMAT; undefined when it names none. */
  readonly format: string | undefined;
  /** Offset after the format of an INSERT, where its rows start; undefined for every other statement. */
  readonly dataStart?: number;
  /** Offset of a semicolon that is followed by more than whitespace and comments; undefined when there is none. */
  readonly secondStatement?: number;
}

/** Whitespace and comments, string literals, quoted identifiers, words, and every other character by itself. */
const TOKEN =
  /(?<skipped>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`|(?<word>[A-Za-z_]\w*)|[\s\S]/gy;

interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The text in upper case for a word outside of parentheses; otherwise empty. */
  readonly word: string;
}

/** Scans a statement as far as needed: an INSERT up to its rows, any other statement to the end of `text`. */
export function scanStatement(text: string): Statement {
  let command = '';
  let format: string | undefined;
  let isFormatNext = false;
  let semicolon: number | undefined;
  for (const token of tokens(text)) {
    if (semicolon !== undefined && token.text !== ';') return { command, format, secondStatement: semicolon };
    if (isFormatNext) {
      format = token.text;
      isFormatNext = false;
      if (command === 'INSERT') return { command, format, dataStart: token.end };
    } else if (command === '') command = token.word;
    else if (token.word === 'FORMAT') isFormatNext = true;
    // The rows of VALUES contain semicolons in any place, and INSERT … SELECT is scanned like a SELECT.
    else if (command === 'INSERT' && token.word === 'VALUES') return { command, format };
    else if (command === 'INSERT' && (token.word === 'SELECT' || token.word === 'WITH')) command = 'SELECT';
    else if (token.text === ';') semicolon = token.start;
  }
  return { command, format };
}

/** Replaces the column `query_id` in a statement by `replacement`. */
export function replaceQueryID(text: string, replacement: string): string {
  let result = '';
  let end = 0;
  for (const token of tokens(text)) {
    if (token.text.toLowerCase() !== 'query_id') continue;
    result += text.slice(end, token.start) + replacement;
    end = token.end;
  }
  return result + text.slice(end);
}

function* tokens(text: string): Generator<Token> {
  let depth = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole] = match;
    if (match.groups?.skipped !== undefined) continue;
    if (whole === '(') depth++;
    if (whole === ')') depth--;
    const word = depth === 0 ? (match.groups?.word?.toUpperCase() ?? '') : '';
    yield { start: match.index, end: match.index + whole.length, text: whole, word };
  }
}
