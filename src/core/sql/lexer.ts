/** The tokens of a text as objects, for whoever reads them one by one: formatting, the local vault, placeholders. */

import * as can from './abilities.ts';
import { scan } from './scanner.ts';
import type { Token, TokenFlaw, TokenKind, TokenList } from './tokens.ts';
import { abilitiesOf, sorts } from './vocabulary.ts';

/** The kind of each plain sort, by its index. */
const kinds: readonly TokenKind[] = [
  ...(['unknown', 'comment', 'word', 'quoted', 'string', 'string', 'dollar', 'number'] as const),
  ...(['placeholder', 'parameter', 'backtick', 'quoted', 'typographic', 'number'] as const),
  ...(['string', 'dollar', 'placeholder', 'quoted', 'comment', 'unknown', 'unknown', 'operator'] as const),
];

/** The tokens of a scanned text as objects. */
export function toTokens(text: string, list: TokenList): Token[] {
  return Array.from({ length: list.count }, (_, i) => {
    const start = list.startAt(i);
    const end = list.endAt(i);
    const index = list.sortAt(i);
    const kind = kinds[index];
    const sort = sorts[index] ?? '';
    if (kind !== undefined) {
      const flaw: TokenFlaw = sort.startsWith('unclosed') ? 'unclosed' : sort === 'bad-number' ? 'junk' : '';
      return { kind, start, end, word: sort === 'operator' ? text.slice(start, end) : '', flaw };
    }
    const abilities = abilitiesOf[index] ?? 0;
    const known = abilities & can.label ? 'word' : abilities & can.operator ? 'operator' : 'punctuation';
    return { kind: known, start, end, word: sort, flaw: '' };
  });
}

/** The tokens of a text, comments included, in order and without overlap; only blanks stand between them. */
export const lex = (text: string): Token[] => toTokens(text, scan(text, true));
