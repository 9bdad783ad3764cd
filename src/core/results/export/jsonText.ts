/** Writers of JSON and NDJSON. Numbers are written as the service sent them. */
import type { RecordWriter } from './records.ts';

/** Writes a JSON list with one object per line. */
export const jsonRecords: RecordWriter = {
  start: '[',
  record: (json, index) => `${index === 0 ? '\n' : ',\n'}${json}`,
  end: (count) => (count === 0 ? ']\n' : '\n]\n'),
};

/** Writes one JSON object per line. */
export const ndjsonRecords: RecordWriter = {
  start: '',
  record: (json) => `${json}\n`,
  end: () => '',
};
