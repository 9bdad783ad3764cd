/** The tokens of a text as objects, for whoever reads them one by one: formatting, the local vault, placeholders. */

import * as can from './abilities.ts';
import { scan } from './scanner.ts';
import type { Token, TokenFlaw, TokenKind, TokenList } from './tokens.ts';
import { abilitiesOf, type PlainSort, plainSorts, sorts } from './vocabulary.ts';

const kinds: Readonly<Record<PlainSort, TokenKind>> = {
  end: 'unknown',
  name: 'word',
  quoted: 'quoted',
  string: 'string',
  prefixed: 'string',
  dollar: 'dollar',
  number: 'number',
  operator: 'operator',
  placeholder: 'placeholder',
  parameter: 'parameter',
  comment: 'comment',
  backtick: 'backtick',
  'typographic-quote': 'typographic',
  'bad-number': 'number',
  'empty-identifier': 'quoted',
  'unclosed-string': 'string',
  'unclosed-identifier': 'quoted',
  'unclosed-comment': 'comment',
  'unclosed-dollar-quote': 'dollar',
  'unclosed-placeholder': 'placeholder',
  'invisible-character': 'unknown',
  'unexpected-character': 'unknown',
};

/** The tokens of a scanned text as objects. */
export function toTokens(text: string, list: TokenList): Token[] {
  return Array.from({ length: list.count }, (_, i) => {
    const start = list.starts[i] ?? 0;
    const end = list.ends[i] ?? 0;
    const index = list.sorts[i] ?? 0;
    const plain = plainSorts[index];
    const sort = sorts[index] ?? '';
    if (plain !== undefined) {
      const kind = kinds[plain];
      const flaw: TokenFlaw = plain.startsWith('unclosed')
        ? 'unclosed'
        : plain === 'bad-number'
          ? 'junk'
          : '';
      return { kind, start, end, word: plain === 'operator' ? text.slice(start, end) : '', flaw };
    }
    const abilities = abilitiesOf[index] ?? 0;
    const kind = abilities & can.label ? 'word' : abilities & can.operator ? 'operator' : 'punctuation';
    return { kind, start, end, word: sort, flaw: '' };
  });
}

/** The tokens of a text, comments included, in order and without overlap; only blanks stand between them. */
export const lex = (text: string): Token[] => toTokens(text, scan(text, true));
