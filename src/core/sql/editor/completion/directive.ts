import { isOnFirstLines } from '../../lexer/firstLines.ts';
import type { Caret } from '../caret.ts';

interface DirectivePlace {
  readonly kind: 'whole' | 'name';
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the range to replace in the directive `-- vault: <connection>/<vault>` that is being typed at the caret: the
 * whole comment, or what follows the colon. Undefined if the caret is not in a `--` comment that begins like a
 * directive, or not on one of the first lines of `text`.
 */
export function findTypedDirective(text: string, { offset, inside }: Caret): DirectivePlace | undefined {
  if (inside?.kind !== 'comment' || !text.startsWith('--', inside.start)) return undefined;
  if (!isOnFirstLines(text, offset)) return undefined;
  const typed = text.slice(inside.start, offset);
  const named = /^--[ \t]*vault[ \t]*:[ \t]*/i.exec(typed);
  if (named) return { kind: 'name', start: inside.start + named[0].length, end: inside.end };
  const isPrefix = /^--[ \t]*(?:v|va|vau|vaul|vault[ \t]*)?$/i.test(typed);
  return isPrefix ? { kind: 'whole', start: inside.start, end: inside.end } : undefined;
}
