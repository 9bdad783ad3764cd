/** The look over a statement's tokens before it is read: flaws of single tokens, and brackets without a partner. */

import * as can from './abilities.ts';
import * as reader from './reader.ts';
import { maxFrames } from './states.ts';
import type { SyntaxReason } from './types.ts';

const notable = can.flaw | can.open | can.close;

/** Reports each flaw of the statement that the reader stands before, and notes unclosed brackets in it. Linear. */
export function findFlaws(): void {
  const first = reader.at;
  /** The tokens of open brackets; where there are too many, nothing is read of those beyond. */
  const round: number[] = [];
  const square: number[] = [];
  let beyond = 0;
  for (reader.seek(notable); !reader.is('end'); reader.seek(notable, reader.at + 1)) {
    const isRound = reader.is('(') || reader.is(')');
    const mine = isRound ? round : square;
    const others = isRound ? square : round;
    if (reader.abilities & can.flaw) findFlaw();
    else if (reader.abilities & can.open) {
      if (round.length + square.length < maxFrames) mine.push(reader.at);
      else beyond++;
    } else if (beyond > 0) beyond--;
    else {
      const partner = mine.pop() ?? -1;
      if (partner < 0) reader.addFlaw('stray-parenthesis', reader.range(reader.at));
      // `([)`: the brackets inside, which are of the other kind, are the unclosed ones.
      else while ((others.at(-1) ?? -1) > partner) addUnclosed(others.pop() ?? 0);
    }
  }
  for (const token of [...round, ...square]) addUnclosed(token);
  reader.goTo(first);
}

function addUnclosed(token: number): void {
  // A larger set takes longer for each; so many are not reported either.
  if (reader.unclosed.size < maxFrames) reader.unclosed.add(token);
  reader.addFlaw('unclosed-parenthesis', reader.range(token));
}

function findFlaw(): void {
  const sort = reader.sort;
  const at = reader.at;
  const where = reader.range(at);
  // Of “…” only the mark itself is wrong.
  const end = sort === 'typographic-quote' ? where.start + 1 : where.end;
  const isUnclosed = sort === 'backtick' && !/^`.*`$/.test(reader.sourceOf(at));
  const confuses = isUnclosed || (reader.abilities & can.confuse) !== 0;
  reader.addFlaw(sort as SyntaxReason, { ...where, end }, confuses);
}
