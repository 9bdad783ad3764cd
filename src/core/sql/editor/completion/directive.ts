/** Where in a text the directive `-- vault: <connection>/<vault>` is being typed. */
import type { Caret } from '../caret.ts';

/** Only the first lines can hold it, as in target. */
const lines = 10;

export interface DirectivePlace {
  /** `name`: connection and vault are wanted; `whole`: all of it. */
  readonly kind: 'whole' | 'name';
  /** What is replaced. */
  readonly start: number;
  readonly end: number;
}

/** The directive at the caret; undefined elsewhere. */
export function directiveAt(text: string, { offset, inside }: Caret): DirectivePlace | undefined {
  if (inside?.kind !== 'comment' || !text.startsWith('--', inside.start)) return undefined;
  if (!canHoldDirective(text, offset)) return undefined;
  const typed = text.slice(inside.start, offset);
  const named = /^--[ \t]*vault[ \t]*:[ \t]*/i.exec(typed);
  if (named) return { kind: 'name', start: inside.start + named[0].length, end: inside.end };
  const isPrefix = /^--[ \t]*(?:v|va|vau|vaul|vault[ \t]*)?$/i.test(typed);
  return isPrefix ? { kind: 'whole', start: inside.start, end: inside.end } : undefined;
}

/** Whether an offset is on one of the first lines of a text. */
export function canHoldDirective(text: string, offset: number): boolean {
  const lineBreak = /\r\n|\n|\r/g;
  for (let line = 0; line < lines; line++) {
    const found = lineBreak.exec(text);
    if (!found || found.index >= offset) return true;
  }
  return false;
}
