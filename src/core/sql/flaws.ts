/** The look over a statement's tokens before it is read: flaws of single tokens, and brackets without a partner. */

import * as can from './abilities.ts';
import { maxFrames } from './frames.ts';
import * as reader from './reader.ts';
import type { SyntaxReason } from './types.ts';

/** Reports each flaw of the statement that the reader stands before, and notes unclosed brackets in it. Linear. */
export function findFlaws(): void {
  const first = reader.at;
  /** The tokens of open brackets; where there are too many, nothing is read of those beyond. */
  const round: number[] = [];
  const square: number[] = [];
  let beyond = 0;
  const next = (from: number): number => reader.find(can.flaw | can.bracket, from);
  for (let token = next(first); token < reader.last; token = next(token + 1)) {
    reader.goTo(token);
    const sort = reader.sort;
    const abilities = reader.abilities;
    if (abilities & can.flaw) findFlaw();
    else {
      const isRound = sort === '(' || sort === ')';
      const mine = isRound ? round : square;
      const others = isRound ? square : round;
      if (sort === '(' || sort === '[') {
        if (round.length + square.length < maxFrames) mine.push(token);
        else beyond++;
      } else if (beyond > 0) beyond--;
      else {
        const partner = mine.pop() ?? -1;
        if (partner < 0) {
          reader.addFlaw('stray-parenthesis', reader.range(token));
          reader.mute();
        } else {
          // `([)`: the brackets inside, which are of the other kind, are the unclosed ones.
          while ((others.at(-1) ?? -1) > partner) reader.addUnclosed(others.pop() ?? 0);
        }
      }
    }
  }
  for (const token of [...round, ...square]) reader.addUnclosed(token);
  reader.goTo(first);
}

function findFlaw(): void {
  const sort = reader.sort;
  const at = reader.at;
  const abilities = reader.abilities;
  const { start, end } = reader.range(at);
  // Of “…” only the mark itself is wrong.
  reader.addFlaw(sort as SyntaxReason, { start, end: sort === 'typographic-quote' ? start + 1 : end });
  const isUnclosed = sort === 'backtick' && !/^`.*`$/.test(reader.sourceOf(at));
  if (abilities & can.confuse || isUnclosed) reader.mute();
}
