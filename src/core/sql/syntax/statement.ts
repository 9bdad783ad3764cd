import { findNonSelectCommand } from '../dialect/constructs.ts';
import type { Token } from '../lexer/tokens.ts';
import { findLexicalErrors } from './lexicalErrors.ts';
import type { Construct, Skipped, Statement } from './nodes.ts';
import { Parser, type SyntaxIssue } from './parser.ts';
import { parseQuery } from './queries/query.ts';

/**
 * The syntax tree of one statement. `source` starts at the statement's first token, and all offsets are UTF-16 code
 * units in `source`.
 */
export interface SyntaxTree {
  readonly source: string;
  readonly tokens: readonly Token[];
  readonly statement: Statement;
  /**
   * Lexical errors of tokens, and unmatched parentheses and brackets. Empty for a statement that begins with a command
   * such as UPDATE or SHOW, which is not checked for them.
   */
  readonly lexicalErrors: readonly SyntaxIssue[];
  /**
   * The first syntax error. After it, or after INTO, the parser can only guess, so no further errors are recorded.
   * Undefined if there is none, or if a lexical error such as a missing quote makes the whole statement uncertain.
   */
  readonly syntaxError?: SyntaxIssue | undefined;
  /**
   * The offset in `source` up to which the tree is certain. After it, the tree may not be what the author intended,
   * because of an error or INTO. `Infinity` if the whole tree is certain.
   */
  readonly certainEnd: number;
}

/** Parses one statement without the `;` after it. The tokens' offsets must be relative to `source`. */
export function parseStatement(source: string, tokens: readonly Token[]): SyntaxTree {
  const first = tokens[0]?.word ?? '';
  // The rest of a write, or of another command such as SHOW, has a grammar of its own and is not parsed.
  if (beginsCommand(first) && !beginsCursorDeclaration(tokens)) return createCommandTree(source, tokens);
  const { issues, unclosed, isConfusing } = findLexicalErrors(tokens);
  const parser = new Parser(source, tokens, unclosed, isConfusing);
  const statement = parseCommandOrQuery(parser);
  return {
    source,
    tokens,
    statement,
    lexicalErrors: issues,
    syntaxError: parser.firstError,
    certainEnd: parser.certainEnd,
  };
}

const beginsCommand = (word: string): boolean => findNonSelectCommand(word) !== undefined;

function createCommandTree(source: string, tokens: readonly Token[]): SyntaxTree {
  const parser = new Parser(source, tokens, new Set(), false);
  const commands = [consumeCommandWord(parser)];
  const rest = skipToEnd(parser);
  const statement: Statement = { kind: 'statement', commands, ...rest, ...parser.rangeSince(0) };
  return { source, tokens, statement, lexicalErrors: [], certainEnd: Number.POSITIVE_INFINITY };
}

function consumeCommandWord(p: Parser): Construct {
  p.skipTokens();
  return p.createConstruct(p.peekWord(-1), p.position - 1);
}
function skipToEnd(p: Parser): { rest?: Skipped } {
  if (p.isAtEnd) return {};
  const from = p.position;
  p.moveTo(p.tokens.length);
  return { rest: p.createSkipped(from) };
}

function parseCommandOrQuery(p: Parser): Statement {
  const commands: Construct[] = [];
  const done = ({ query, rest }: Pick<Statement, 'query' | 'rest'>): Statement => {
    const { start, end } = p.rangeSince(0);
    return { kind: 'statement', commands, query, rest, start, end };
  };
  for (;;) {
    if (beginsCommand(p.word)) {
      const isDeclared = acceptCursorDeclaration(p, commands);
      if (!isDeclared) {
        commands.push(consumeCommandWord(p));
        return done(skipToEnd(p));
      }
    } else if (p.isWord('EXPLAIN')) {
      commands.push(consumeCommandWord(p));
      if (p.peekWord(1) !== 'SELECT') p.skipBrackets();
      p.skipWhileWordIn(explainWords);
    } else break;
  }
  if (!beginsQuery(p)) {
    p.reportUnexpectedToken(
      p.token.kind === 'word' || p.token.kind === 'quoted-identifier' ? 'unknown-statement' : undefined,
      {
        kind: 'word',
        word: 'SELECT',
      },
    );
    return done(skipToEnd(p));
  }
  const query = parseQuery(p);
  return done({ query });
}

const explainWords: ReadonlySet<string> = new Set(['ANALYZE', 'ANALYSE', 'VERBOSE']);
const queryWords: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE', '(']);
const beginsQuery = (p: Parser): boolean => queryWords.has(p.word);

const beginsCursorDeclaration = (tokens: readonly Token[]): boolean =>
  skipCursorDeclaration(new Parser('', tokens, new Set(), false));
function acceptCursorDeclaration(p: Parser, commands: Construct[]): boolean {
  const from = p.position;
  if (!skipCursorDeclaration(p)) return false;
  commands.push(p.createConstruct('DECLARE', from));
  return true;
}

function skipCursorDeclaration(p: Parser): boolean {
  const from = p.position;
  if (p.consumeIfWord('DECLARE') && p.canBeName('column')) {
    p.skipTokens();
    p.skipWhileWordIn(cursorWords);
    if (p.consumeIfWord('CURSOR')) {
      if (/^WITH(OUT)?$/.test(p.word) && p.peekWord(1) === 'HOLD') p.skipTokens(2);
      if (p.consumeIfWord('FOR')) return true;
    }
  }
  p.moveTo(from);
  return false;
}
const cursorWords: ReadonlySet<string> = new Set(['NO', 'BINARY', 'SCROLL', 'INSENSITIVE', 'ASENSITIVE']);
