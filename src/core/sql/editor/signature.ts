/** The call around a place: which of the six functions, and which argument. */
import { caretAt, placeAt } from './caret.ts';

export interface CallPlace {
  /** Upper case, one of the six. */
  readonly name: string;
  /** From 0. */
  readonly argument: number;
}

/** The innermost call of one of the service's functions (D4) whose brackets hold `offset`. Total; linear in the text. */
export function callAt(text: string, offset: number): CallPlace | undefined {
  const caret = caretAt(text, offset);
  if (caret.inside?.kind === 'comment') return undefined;
  const { brackets } = placeAt(caret).state;
  for (let i = brackets.length - 1; i >= 0; i--) {
    const { kind, name, commas } = brackets[i] ?? {};
    if (kind === 'query') return undefined;
    if (name && commas !== undefined) return { name, argument: commas };
  }
  return undefined;
}
