/** The SELECT list. */

import * as can from './abilities.ts';
import { readExpression, readList } from './expression.ts';
import * as reader from './reader.ts';
import * as states from './states.ts';

/** After SELECT: DISTINCT or ALL, then the list. */
export function readTargets(outer: boolean): void {
  const outline = reader.outline;
  readQuantifier();
  readTop();
  do {
    const at = reader.at;
    if (reader.accept('*')) {
      if (outer) outline.star = true;
      if (reader.settings.names) outline.stars.push(undefined);
      readStarChange();
      continue;
    }
    readExpression(states.IN_TARGETS);
    if (reader.at === at) continue;
    // An alias with or without AS; after AS any word will do.
    const hasAs = reader.accept('AS');
    if (hasAs) reader.accept('typographic-quote') || reader.expectName(can.label);
    // `a > b SIMILAR`: PostgreSQL takes an operator's word for an alias only in places.
    else if (reader.canName(can.bareLabel) && !/^(SIMILAR|AT|OPERATOR)$/.test(reader.sort)) reader.next();
  } while (reader.accept(','));
}

function readQuantifier(): void {
  reader.takeAs('SELECT ALL', ['ALL']);
  // Only the brackets: a `*` after them is no product.
  if (!reader.take('DISTINCT ON')) reader.take('DISTINCT');
  else if (reader.expect('(')) {
    readList();
    reader.expect(')');
  }
}

/** `TOP 10` and `TOP (10)` of another dialect. `top` alone is a column, and `top(10)` alone a call. */
function readTop(): void {
  if (!reader.is('TOP') || !/^TOP (number|\( number \) (?!,|FROM|end))/.test(reader.ahead(5))) return;
  reader.take('TOP', 'foreign');
  reader.next(reader.is('(') ? 3 : 1);
}

/** `* EXCEPT (a)`, `* REPLACE (…)` of other dialects. `* EXCEPT (SELECT …)` is a set operation. */
function readStarChange(): void {
  if (!/^(EXCEPT|EXCLUDE|REPLACE|RENAME) \( (?!(SELECT|VALUES|WITH|TABLE|\() )/.test(reader.ahead(4))) return;
  reader.takeAs('STAR CHANGE', [reader.sort], 'foreign');
  reader.skipBrackets();
}
