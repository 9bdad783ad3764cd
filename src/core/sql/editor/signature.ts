/** The call around a place: which of the six functions, and which argument. */
import { caretAt, typedTokens } from './caret.ts';
import { argumentAt } from './place/expressions.ts';
import { markStatement } from './place/marker.ts';
import type { ArgumentPlace } from './place/types.ts';

/** The innermost call of one of the service's functions (D4) whose brackets hold `offset`. Total; linear in the text. */
export function callAt(text: string, offset: number): ArgumentPlace | undefined {
  const caret = caretAt(text, offset);
  if (caret.inside?.kind === 'comment') return undefined;
  const { path } = markStatement(text, caret.tokens, typedTokens(caret));
  for (let depth = path.length - 1; depth > 0 && path[depth]?.kind !== 'query'; depth--) {
    const found = argumentAt(path, depth);
    if (found) return found;
  }
  return undefined;
}
