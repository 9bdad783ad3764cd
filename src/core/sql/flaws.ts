/** The look over a statement's tokens before it is read: flaws of single tokens, and brackets without a partner. */

import * as can from './abilities.ts';
import { maxFrames } from './frames.ts';
import type { Reader } from './reader.ts';
import type { SyntaxReason } from './types.ts';
import { abilitiesOf, plainSorts, sorts } from './vocabulary.ts';

/** Reports each flaw of the statement that the reader stands before, and notes unclosed brackets in it. Linear. */
export function findFlaws(reader: Reader): void {
  const { tokens, last } = reader;
  const open: number[] = [];
  /** Open brackets beyond those, of which nothing is read. */
  let beyond = 0;
  const counts = { '(': 0, '[': 0 };
  const sortAt = (token: number): string => sorts[tokens.sorts[token] ?? 0] ?? '';
  for (let token = reader.at; token < last; token++) {
    const index = tokens.sorts[token] ?? 0;
    const abilities = abilitiesOf[index] ?? 0;
    if (abilities & can.flaw) {
      const reason = plainSorts[index] as SyntaxReason;
      const start = reader.startOf(token);
      // Of “…” only the mark itself is wrong.
      reader.addFlaw(reason, start, reason === 'typographic-quote' ? start + 1 : reader.endOf(token));
      const isUnclosed = reason === 'backtick' && !/^`.*`$/.test(reader.sourceOf(token));
      if (abilities & can.confuse || isUnclosed) reader.muted = true;
    } else if (abilities === 0) {
      const sort = sortAt(token);
      if (sort === '(' || sort === '[') {
        if (open.length < maxFrames) {
          open.push(token);
          counts[sort]++;
        } else beyond++;
      } else if (beyond > 0 && (sort === ')' || sort === ']')) beyond--;
      else if (sort === ')' || sort === ']') {
        const partner = sort === ')' ? '(' : '[';
        if (counts[partner] === 0) {
          reader.addFlaw('stray-parenthesis', reader.startOf(token), reader.endOf(token));
          reader.muted = true;
          continue;
        }
        // `([)`: the brackets inside, which are of the other kind, are the unclosed ones.
        for (let top = open.pop(); top !== undefined; top = open.pop()) {
          const isPartner = sortAt(top) === partner;
          counts[isPartner ? partner : partner === '(' ? '[' : '(']--;
          if (isPartner) break;
          reader.muted = true;
          reader.addUnclosed(top);
        }
      }
    }
  }
  for (const token of open) reader.addUnclosed(token);
  // Where a mark is missing, everything after it is guesswork.
  if (open.length > 0) reader.muted = true;
}
