/** The faults that need no message: the tests check each result, and the help page is made from this table. */
import type { FaultRow } from './faultTable.ts';

/** A fault that the extension handles by itself, as `result` says. */
export interface HandledRow extends FaultRow {
  readonly result: string;
}

export const handled: readonly HandledRow[] = [
  {
    faults: ['proxy'],
    what: 'A proxy in the settings or the environment',
    result: 'The request goes through a tunnel; the proxy sees host and port only.',
  },
  {
    faults: ['reset-once (audit)'],
    what: 'The connection breaks while listing audit events',
    result: 'Sent again.',
  },
  {
    faults: ['retry-after-0', 'retry-after-date', 'retry-after-repeated'],
    what: '`Retry-After` of up to 30 s: 0, seconds, or a date',
    result:
      'Waits as long as the service asks, at least 250 ms and up to 250 ms more, then sends again. The state line says until when; cancelling ends the wait.',
  },
  {
    faults: ['server restarted while paging'],
    what: 'The server restarts while paging',
    result: 'The next page comes from the restarted server.',
  },
  {
    faults: ['gzip', 'brotli', '1xx-continue', '1xx-many', '1xx-switching', '1xx-in-pieces'],
    what: 'A compressed response, or interim responses (1xx)',
    result: 'The response is read as usual.',
  },
  {
    faults: ['hostile-request-id', 'echoes-token'],
    what: 'A request ID that is extremely long, or contains the token',
    result: 'It is shortened; the token is removed from it.',
  },
  {
    faults: ['records-null', 'error-null', 'page 2: null-while-paging', 'page 2: empty-while-paging'],
    what: 'Records `null` or empty',
    result: 'No rows; while paging, the end of the result.',
  },
  {
    faults: ['records-26', 'pages-26'],
    what: 'A page of 26 records',
    result: 'Each record is shown once: the 26th is on the next page.',
  },
  {
    faults: ['offset-ignored'],
    what: 'The service ignores OFFSET',
    result: 'One page is shown; paging stops and says why.',
  },
  {
    faults: ['pages-overlapping'],
    what: 'Pages overlap',
    result: 'Repeated rows are counted.',
  },
  {
    faults: ['pages-reordered'],
    what: 'Pages in another order',
    result: 'Shown in the order received.',
  },
  {
    faults: ['pages-endless'],
    what: 'Pages without end',
    result: 'Loading stops at `vaultsql.results.maxRows`.',
  },
  {
    faults: ['columns-changing'],
    what: 'Columns change from record to record',
    result: 'All columns are shown; the cell of a record that lacks one is empty.',
  },
  {
    faults: ['50 quick Nexts'],
    what: '50 quick clicks on Next',
    result: 'One request at a time; the last position is shown.',
  },
  {
    faults: ['load all: 401-while-paging'],
    what: 'The token expires while loading all',
    result: 'Rows stay; loading continues after you sign in.',
  },
  {
    faults: ['column-proto', 'columns-integers'],
    what: 'Columns named `__proto__` or `10`',
    result: 'Shown in the order received.',
  },
  {
    faults: ['columns-repeated'],
    what: 'A column twice in one record',
    result: 'The last value counts.',
  },
  {
    faults: ['numbers-exact'],
    what: 'Numbers beyond 2^53, `1.10`, `1e400`',
    result: 'All digits are kept, also in copies and exports.',
  },
  {
    faults: ['lone-surrogate', 'nul-and-direction', 'invalid-utf8'],
    what: 'Unpaired surrogates, NUL, right-to-left override, invalid UTF-8',
    result: 'Kept as text; invalid bytes become �.',
  },
  {
    faults: ['markup'],
    what: 'Markup, links, and icons in values',
    result: 'Shown as text.',
  },
  {
    faults: ['formulas'],
    what: 'Formulas in values and column names',
    result: 'Guarded in exports for spreadsheets.',
  },
  {
    faults: ['cell-1mb', 'columns-10000', 'deep-100'],
    what: 'A value of 1 MB, 10,000 columns, 100 levels of nesting',
    result: 'Shortened in the grid, whole in exports.',
  },
  {
    faults: ['event-null'],
    what: 'A response whose events are `null`',
    result: 'It counts as the end of the trail.',
  },
  {
    faults: ['events-odd'],
    what: 'Events with missing or malformed parts',
    result: 'Shown with the parts that they have.',
  },
  {
    faults: ['next-repeated', 'next-absent', 'next-alternating', 'cursor-refused'],
    what: 'A cursor that repeats, is missing, or is rejected',
    result: 'Paging stops: older events may exist.',
  },
  {
    faults: ['records-missing (audit)'],
    what: 'A response without an event list',
    result: 'No events.',
  },
];
