/**
 * Runs node-sql-parser with a deadline. Its time grows exponentially with nested parentheses, so it runs in a worker
 * thread. If the thread takes too long, it is ended, and a new one is started for the next statement.
 */
import { type ParserText, toParserText } from '../../../core/sql/analysis/parserText.ts';
import { startThread, type Thread } from '../thread.ts';
import type { ParserAnswer, ParserMethods } from './messages.ts';

export type ParseOutcome =
  | { readonly kind: 'parsed' }
  /**
   * The range of a syntax error in the statement, in UTF-16 code units. `isTrusted` is false if the parser may be wrong
   * about such a statement, so that its error should be ignored.
   */
  | { readonly kind: 'error'; readonly start: number; readonly end: number; readonly isTrusted: boolean }
  | { readonly kind: 'unknown'; readonly why: UnknownReason };
type UnknownReason = 'empty' | 'too-deep' | 'too-long' | 'no-answer' | 'failed' | 'unavailable';

export interface Parser {
  /**
   * Parses the first statement of a text in the worker thread, after all earlier calls. A text that is empty, too long
   * or nested too deeply is not parsed, and its outcome does not wait for earlier calls.
   */
  parse(statement: string): Promise<ParseOutcome>;
  /** Ends the thread. Calls that are still pending resolve with the kind `unknown` and the reason `unavailable`. */
  dispose(): void;
}

export interface ParserOptions {
  readonly entry: string;
  /** Maximum time in milliseconds to parse a statement once the thread is ready. 250 by default. */
  readonly deadlineMs?: number;
  /** Maximum time in milliseconds until the thread is ready. 5,000 by default. */
  readonly startTimeoutMs?: number;
  /** Maximum nesting depth of parentheses. A deeper statement is not parsed. 8 by default. */
  readonly maxDepth?: number;
}

/** Maximum text length in UTF-16 code units, because longer texts take too long to parse. */
const MAX_LENGTH = 20_000;
/** Number of failed starts of the thread in a row after which it is not started again. */
const MAX_FAILURES = 3;

/** Creates a parser. Its thread is started when the first statement is parsed. */
export function createParser(options: ParserOptions): Parser {
  const { entry, deadlineMs = 250, startTimeoutMs: startMs = 5_000, maxDepth = 8 } = options;
  let thread: Thread<ParserMethods> | undefined;
  let failures = 0;
  let disposed = false;
  let last: Promise<unknown> = Promise.resolve();

  async function requestParse(text: string): Promise<ParserAnswer | undefined | 'unavailable'> {
    if (disposed || failures >= MAX_FAILURES) return 'unavailable';
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
      if (statement.length > MAX_LENGTH) return Promise.resolve({ kind: 'unknown', why: 'too-long' });
      const made = toParserText(statement);
      if (!made) return Promise.resolve({ kind: 'unknown', why: 'empty' });
      if (made.depth > maxDepth) return Promise.resolve({ kind: 'unknown', why: 'too-deep' });
      const outcome = last.then(async () => createOutcome(await requestParse(made.text), made));
      last = outcome;
      return outcome;
    },
    dispose() {
      disposed = true;
      void thread?.end();
    },
  };
}

function createOutcome(answer: ParserAnswer | undefined | 'unavailable', made: ParserText): ParseOutcome {
  if (answer === undefined) return { kind: 'unknown', why: 'no-answer' };
  if (answer === 'unavailable') return { kind: 'unknown', why: answer };
  const { isTrusted } = made;
  switch (answer.kind) {
    case 'failed':
      return { kind: 'unknown', why: 'failed' };
    case 'error':
      return { kind: 'error', ...made.sourceRange(answer.offset), isTrusted };
    case 'parsed':
      return answer;
  }
}
