/** The SELECT list. */

import * as can from './abilities.ts';
import { readExpression, readList } from './expression.ts';
import type { Reader } from './reader.ts';

/** After SELECT: DISTINCT or ALL, then the list. */
export function readTargets(reader: Reader, outer: boolean): void {
  readQuantifier(reader, outer);
  readTop(reader);
  const start = reader.startOf(reader.at);
  do {
    const { at } = reader;
    if (reader.accept('*')) {
      reader.outline.star ||= outer;
      if (reader.settings.names) reader.outline.stars.push(undefined);
      readStarChange(reader);
      continue;
    }
    readExpression(reader, 'select');
    if (reader.at === at) continue;
    // An alias with or without AS; after AS any word will do.
    const hasAs = reader.accept('AS');
    // `a > b SIMILAR`: PostgreSQL takes an operator's word for an alias only in places.
    const isOperator = !hasAs && /^(SIMILAR|AT|OPERATOR)$/.test(reader.sort);
    if (!isOperator && reader.canName(hasAs ? can.label : can.bareLabel)) reader.next();
    else if (hasAs && !reader.accept('typographic-quote')) reader.unexpected();
  } while (reader.accept(','));
  if (outer) reader.outline.targets = { start, end: Math.max(start, reader.endOf(reader.at - 1)) };
}

function readQuantifier(reader: Reader, outer: boolean): void {
  const { at } = reader;
  if (reader.accept('ALL')) reader.flag('SELECT ALL', at);
  if (!reader.accept('DISTINCT')) return;
  if (outer) reader.outline.distinct = true;
  if (!reader.accept('ON')) {
    reader.flag('DISTINCT', at);
    return;
  }
  reader.flag('DISTINCT ON', at, at + 1);
  // Only the brackets: a `*` after them is no product.
  if (!reader.expect('(')) return;
  readList(reader);
  reader.expect(')');
}

/** `TOP 10` and `TOP (10)` of another dialect. `top` alone is a column. */
function readTop(reader: Reader): void {
  if (reader.sort !== 'TOP') return;
  const brackets = reader.ahead(1) === '(' ? 1 : 0;
  if (reader.ahead(1 + brackets) !== 'number') return;
  if (brackets === 1 && (reader.ahead(3) !== ')' || [',', 'FROM', 'end'].includes(reader.ahead(4)))) return;
  reader.flag('TOP', reader.at, reader.at, 'foreign');
  reader.next(2 + 2 * brackets);
}

/** `* EXCEPT (a)`, `* REPLACE (…)` of other dialects. `* EXCEPT (SELECT …)` is a set operation. */
function readStarChange(reader: Reader): void {
  if (reader.ahead(1) !== '(' || !/^(EXCEPT|EXCLUDE|REPLACE|RENAME)$/.test(reader.sort)) return;
  if (['SELECT', 'VALUES', 'WITH', 'TABLE', '('].includes(reader.ahead(2))) return;
  reader.flag('STAR CHANGE', reader.at, reader.at, 'foreign');
  reader.next();
  reader.skipBrackets();
}
