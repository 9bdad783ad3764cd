/** The look over a statement's tokens before it is read: flaws of single tokens, and brackets without a partner. */
import type { Reader } from './reader.ts';
import type { SyntaxReason } from './types.ts';
import { abilitiesOf, can, plainSorts, sorts } from './vocabulary.ts';

/** Reports each flaw of the statement that the reader stands before, and notes unclosed brackets in it. Linear. */
export function findFlaws(reader: Reader): void {
  const { tokens, last } = reader;
  const open: number[] = [];
  const unclosed = (token: number): void => {
    reader.unclosed.add(token);
    reader.addFlaw('unclosed-parenthesis', reader.startOf(token), reader.endOf(token));
  };
  const partnerOf = (token: number | undefined): string =>
    token !== undefined && sortAt(token) === '(' ? ')' : ']';
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
      if (sort === '(' || sort === '[') open.push(token);
      else if (sort === ')' || sort === ']') {
        let top = open.pop();
        // `(a]`: the nearer bracket is the unclosed one, if there is a partner at all.
        if (top !== undefined && partnerOf(top) !== sort) {
          unclosed(top);
          top = open.pop();
          if (top !== undefined && partnerOf(top) !== sort) {
            open.push(top);
            top = undefined;
          }
        }
        if (top === undefined) {
          reader.addFlaw('stray-parenthesis', reader.startOf(token), reader.endOf(token));
          reader.muted = true;
        }
      }
    }
  }
  open.forEach(unclosed);
  // Where a mark is missing, everything after it is guesswork.
  if (reader.unclosed.size > 0) reader.muted = true;
}
