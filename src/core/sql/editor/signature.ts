import { findTypedTokens, locateCaret } from './caret.ts';
import { findArgumentPlace } from './place/expressions.ts';
import { markStatement } from './place/marker.ts';
import type { ArgumentPlace } from './place/types.ts';

/**
 * Returns the innermost call of one of the service's functions (D4) that has `offset` (in UTF-16 code units) in one of
 * its arguments, with the index of this argument. Undefined if there is no such call, and for an offset in a comment or
 * in a subquery inside the call.
 */
export function findFunctionArgumentAt(text: string, offset: number): ArgumentPlace | undefined {
  const caret = locateCaret(text, offset);
  if (caret.inside?.kind === 'comment') return undefined;
  const { path } = markStatement(text, caret.tokens, findTypedTokens(caret));
  for (let depth = path.length - 1; depth > 0 && path[depth]?.kind !== 'query'; depth--) {
    const found = findArgumentPlace(path, depth);
    if (found) return found;
  }
  return undefined;
}
