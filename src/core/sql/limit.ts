/** LIMIT and OFFSET: the only clauses with which the service pages (spec 4.2 rule 7). */
import { readExpression } from './expression.ts';
import * as reader from './reader.ts';

/** At LIMIT or OFFSET: takes it, and tells of a LIMIT of the statement itself that one answer cannot hold. */
export function readPaging(): void {
  const isLimit = reader.is('LIMIT');
  reader.next();
  const value = reader.at;
  const sort = reader.sort;
  let amount = sort === 'number' ? Number(reader.sourceOf(value).replaceAll('_', '')) : Number.NaN;
  if (!isLimit || !reader.takeAs('LIMIT ALL', ['ALL'])) {
    readExpression();
    // Anything but a whole number, or a placeholder for one, is accepted, but can't be paged.
    const isPlain = reader.at === value + 1 && (sort === 'placeholder' || amount % 1 === 0);
    if (!isPlain && reader.at > value) {
      reader.flag('LIMIT EXPRESSION', value, reader.at - 1);
      // It is sent once, so nothing is read in pages.
      amount = 0;
    }
  }
  const { pageSize } = reader.settings;
  // Nor is it with an OFFSET that is no number.
  if (isLimit && reader.isOutermost() && amount > pageSize && reader.ahead(2) !== 'OFFSET name') {
    // Spec 8: one answer has 25 records at most, the rest comes by OFFSET (rule 7).
    reader.add('limit-over-page', reader.range(value), 'LIMIT', { data: { limit: amount, pageSize } });
  }
  if (isLimit && reader.is(',')) {
    reader.unexpected('limit-comma');
    reader.next();
    readExpression();
  } else if (!isLimit) reader.take('ROW') || reader.take('ROWS');
}
