/** LIMIT and OFFSET: the only clauses with which the service pages (spec 4.2 rule 7). */
import { readExpression } from './expression.ts';
import type { PageClause } from './outline.ts';
import type { Reader } from './reader.ts';

const numberAt = (reader: Reader, token: number): number =>
  Number(reader.sourceOf(token).replaceAll('_', ''));

/** At LIMIT or OFFSET; `outer` for those of the statement itself. */
export function readPaging(reader: Reader, outer: boolean): void {
  const keyword = reader.at;
  const isLimit = reader.accept('LIMIT');
  if (!isLimit) reader.next();
  const value = reader.at;
  const { sort } = reader;
  if (isLimit && sort === 'ALL') {
    reader.flag('LIMIT ALL');
    reader.next();
  } else readAmount(reader, value, sort);
  const clause: PageClause = {
    start: reader.startOf(keyword),
    end: reader.endOf(reader.at - 1),
    value: {
      start: reader.startOf(value),
      end: Math.max(reader.startOf(value), reader.endOf(reader.at - 1)),
    },
  };
  if (outer && isLimit) {
    reader.outline.limit ??= clause;
    reportOverPage(reader, value, sort);
  } else if (outer) reader.outline.offset ??= clause;
  if (isLimit && reader.sort === ',') {
    reader.unexpected('limit-comma');
    reader.next();
    readExpression(reader);
  } else if (!isLimit && (reader.sort === 'ROW' || reader.sort === 'ROWS')) {
    reader.flag(reader.sort);
    reader.next();
  }
}

/** Anything but a whole number, or a placeholder for one, is accepted, but can't be paged. */
function readAmount(reader: Reader, value: number, sort: string): void {
  readExpression(reader);
  const isPlain =
    reader.at === value + 1 &&
    (sort === 'placeholder' || (sort === 'number' && Number.isInteger(numberAt(reader, value))));
  if (!isPlain && reader.at > value) reader.flag('LIMIT EXPRESSION', value, reader.at - 1);
}

/** Spec 8: one answer has 25 records at most, the rest comes by OFFSET (rule 7). */
function reportOverPage(reader: Reader, value: number, sort: string): void {
  const limit = sort === 'number' ? numberAt(reader, value) : 0;
  const { pageSize } = reader.settings;
  if (!(limit > pageSize)) return;
  reader.add({
    code: 'limit-over-page',
    severity: 'information',
    start: reader.startOf(value),
    end: reader.endOf(value),
    construct: 'LIMIT',
    data: { limit, pageSize },
  });
}
