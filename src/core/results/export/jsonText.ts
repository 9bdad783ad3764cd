import type { RecordWriter } from './records.ts';

export const jsonRecordWriter: RecordWriter = {
  start: '[',
  record: (json, index) => `${index === 0 ? '\n' : ',\n'}${json}`,
  end: (count) => (count === 0 ? ']\n' : '\n]\n'),
};

export const ndjsonRecordWriter: RecordWriter = {
  start: '',
  record: (json) => `${json}\n`,
  end: () => '',
};
