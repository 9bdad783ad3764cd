/**
 * Runs node-sql-parser in a worker thread with a deadline, because the time it takes to parse a text grows
 * exponentially with the nesting depth of parentheses.
 */
import { type ParserText, toParserText } from '../../../core/sql/analysis/parserText.ts';
import { startThread, type Thread } from '../thread.ts';
import type { ParserAnswer, ParserMethods } from './messages.ts';

export type ParseOutcome =
  | { readonly kind: 'parsed' }
  /**
   * Range of a syntax error in the statement, in UTF-16 code units. `isTrusted` is false if the parser may be wrong
   * about this statement.
   */
  | { readonly kind: 'error'; readonly start: number; readonly end: number; readonly isTrusted: boolean }
  | { readonly kind: 'unknown'; readonly why: UnknownReason };
type UnknownReason = 'empty' | 'too-deep' | 'too-long' | 'no-answer' | 'failed' | 'unavailable';

export interface Parser {
  /**
   * Parses a statement in the worker thread. The outcome is `unknown`, for example, for a text that is too long or
   * nested too deeply.
   */
  parse(statement: string): Promise<ParseOutcome>;
  dispose(): void;
}

export interface ParserOptions {
  readonly entry: string;
  readonly deadlineMs?: number;
  readonly startTimeoutMs?: number;
  readonly maxDepth?: number;
}

/** Maximum text length in UTF-16 code units, because longer texts take too long to parse. */
const MAX_LENGTH = 20_000;
const MAX_FAILURES = 3;

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
    // `dispose` may have been called while the thread was starting.
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
      const outcome = last.then(async () => convertParserAnswer(await requestParse(made.text), made));
      last = outcome;
      return outcome;
    },
    dispose() {
      disposed = true;
      void thread?.end();
    },
  };
}

function convertParserAnswer(
  answer: ParserAnswer | undefined | 'unavailable',
  made: ParserText,
): ParseOutcome {
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
