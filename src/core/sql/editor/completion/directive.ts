/** Detects where in a text the directive `-- vault: <connection>/<vault>` is being typed. */
import { isOnFirstLines } from '../../lexer/firstLines.ts';
import type { Caret } from '../caret.ts';

interface DirectivePlace {
  /** `name`: connection and vault are wanted; `whole`: all of it. */
  readonly kind: 'whole' | 'name';
  /** Start of the range that a completion replaces. */
  readonly start: number;
  readonly end: number;
}

/** The directive at the caret; undefined elsewhere. */
export function directiveAt(text: string, { offset, inside }: Caret): DirectivePlace | undefined {
  if (inside?.kind !== 'comment' || !text.startsWith('--', inside.start)) return undefined;
  if (!isOnFirstLines(text, offset)) return undefined;
  const typed = text.slice(inside.start, offset);
  const named = /^--[ \t]*vault[ \t]*:[ \t]*/i.exec(typed);
  if (named) return { kind: 'name', start: inside.start + named[0].length, end: inside.end };
  const isPrefix = /^--[ \t]*(?:v|va|vau|vaul|vault[ \t]*)?$/i.test(typed);
  return isPrefix ? { kind: 'whole', start: inside.start, end: inside.end } : undefined;
}
