/** The look over a statement's tokens before it is read: flaws of single tokens, and brackets without a partner. */
import type { Reader } from './reader.ts';
import type { SyntaxReason } from './types.ts';
import { abilitiesOf, can, plainSorts, sorts } from './vocabulary.ts';

/** Reports each flaw of the statement that the reader stands before, and notes unclosed brackets in it. Linear. */
export function findFlaws(reader: Reader): void {
  const { tokens, last } = reader;
  const open: number[] = [];
  const counts = { '(': 0, '[': 0 };
  const unclosed = (token: number): void => {
    reader.unclosed.add(token);
    reader.addFlaw('unclosed-parenthesis', reader.startOf(token), reader.endOf(token));
  };
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
        open.push(token);
        counts[sort]++;
      } else if (sort === ')' || sort === ']') {
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
          unclosed(top);
        }
      }
    }
  }
  open.forEach(unclosed);
  // Where a mark is missing, everything after it is guesswork.
  if (reader.unclosed.size > 0) reader.muted = true;
}
