/** The columns of exported audit events, for the help page. */
import { type EventColumnType, eventColumns } from '../../src/core/audit/file/eventColumns.ts';

const types: Readonly<Record<EventColumnType, string>> = {
  time: 'timestamp, nanoseconds',
  text: 'text',
  integer: '64-bit integer',
  boolean: 'boolean',
  list: 'list of texts',
  json: 'text (JSON)',
};

/** `cell` makes a text fit for a table. */
export const eventColumnRows = (cell: (text: string) => string): string[] =>
  eventColumns.map(({ name, type, meaning }) => `| \`${name}\` | ${types[type]} | ${cell(meaning)} |`);
