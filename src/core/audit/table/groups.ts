/** What loaded events are put together by. */
import type { FieldID } from './fields.ts';

export type Grouping = 'none' | 'request' | 'session' | 'actor' | 'vault';

const fields: Readonly<Record<Exclude<Grouping, 'none'>, FieldID>> = {
  request: 'requestID',
  session: 'sessionID',
  actor: 'actor',
  vault: 'vaultID',
};

/** The field that a grouping goes by. */
export function fieldOfGrouping(by: Exclude<Grouping, 'none'>): FieldID {
  return fields[by];
}
