/** JSON and NDJSON: numbers as the service sent them. */
import type { RecordWriter } from './records.ts';

/** A list of objects, one on each line. */
export const jsonRecords: RecordWriter = {
  start: '[',
  record: (json, index) => `${index === 0 ? '\n' : ',\n'}${json}`,
  end: (count) => (count === 0 ? ']\n' : '\n]\n'),
};

/** One object on each line. */
export const ndjsonRecords: RecordWriter = {
  start: '',
  record: (json) => `${json}\n`,
  end: () => '',
};
