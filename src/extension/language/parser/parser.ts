/**
 * node-sql-parser behind a deadline: its time doubles with each nested parenthesis (30 unclosed ones take more than
 * 15 s), so it runs in a thread that is ended when an answer takes too long, and started again for the next one.
 */
import { type ParserText, toParserText } from '../../../core/sql/analysis/parserText.ts';
import { startThread, type Thread } from '../thread.ts';
import type { ParserAnswer, ParserMethods } from './messages.ts';

export type ParseOutcome =
  | { readonly kind: 'parsed' }
  /** UTF-16 offsets in the statement; empty at its end. `trusted`: see `isTrusted` in `analysis/parserTrust.ts`. */
  | { readonly kind: 'error'; readonly start: number; readonly end: number; readonly trusted: boolean }
  | { readonly kind: 'unknown'; readonly why: UnknownReason };
type UnknownReason = 'empty' | 'too-deep' | 'too-long' | 'no-answer' | 'failed' | 'unavailable';

export interface Parser {
  /** Parses the first statement of a text. Never rejects, never blocks; one statement after the other. */
  parse(statement: string): Promise<ParseOutcome>;
  /** Ends the thread; what is still pending is answered `unavailable`. */
  dispose(): void;
}

export interface ParserOptions {
  /** Path of the worker thread's bundle. */
  readonly entry: string;
  /** For one statement, once the thread is ready. */
  readonly deadlineMs?: number;
  readonly startMs?: number;
  /** Maximum nesting depth of parentheses. A deeper statement is not parsed. */
  readonly maxDepth?: number;
}

/** Maximum text length in characters, because longer texts take too long to parse. */
const maxLength = 20_000;
/** Starts in a row that failed; then the parser is given up. */
const maxFailures = 3;

/** Creates a parser. Its thread is started when the first statement is parsed. */
export function createParser(options: ParserOptions): Parser {
  const { entry, deadlineMs = 250, startMs = 5_000, maxDepth = 8 } = options;
  let thread: Thread<ParserMethods> | undefined;
  let failures = 0;
  let disposed = false;
  let last: Promise<unknown> = Promise.resolve();

  async function ask(text: string): Promise<ParserAnswer | undefined | 'unavailable'> {
    if (disposed || failures >= maxFailures) return 'unavailable';
    thread ??= await startThread<ParserMethods>(entry, startMs);
    if (!thread) {
      failures++;
      return 'unavailable';
    }
    failures = 0;
    const current = thread;
    // Disposed while it started.
    const answer = disposed ? undefined : await current.call('parse', text, deadlineMs);
    if (!answer) {
      thread = undefined;
      void current.end();
    }
    return disposed ? 'unavailable' : answer?.value;
  }

  return {
    parse(statement) {
      if (statement.length > maxLength) return Promise.resolve({ kind: 'unknown', why: 'too-long' });
      const made = toParserText(statement);
      if (!made) return Promise.resolve({ kind: 'unknown', why: 'empty' });
      if (made.depth > maxDepth) return Promise.resolve({ kind: 'unknown', why: 'too-deep' });
      const outcome = last.then(async () => toOutcome(await ask(made.text), made));
      last = outcome;
      return outcome;
    },
    dispose() {
      disposed = true;
      void thread?.end();
    },
  };
}

function toOutcome(answer: ParserAnswer | undefined | 'unavailable', made: ParserText): ParseOutcome {
  if (answer === undefined) return { kind: 'unknown', why: 'no-answer' };
  if (answer === 'unavailable') return { kind: 'unknown', why: answer };
  const { trusted } = made;
  switch (answer.kind) {
    case 'failed':
      return { kind: 'unknown', why: 'failed' };
    case 'error':
      return { kind: 'error', ...made.sourceRange(answer.offset), trusted };
    case 'parsed':
      return answer;
  }
}
