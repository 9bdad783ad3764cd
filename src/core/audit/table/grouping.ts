import type { FieldID } from './fields.ts';

export type Grouping = 'none' | 'request' | 'session' | 'actor' | 'vault';

const fields: Readonly<Record<Exclude<Grouping, 'none'>, FieldID>> = {
  request: 'requestID',
  session: 'sessionID',
  actor: 'actor',
  vault: 'vaultID',
};

/** Returns the value of the group to which an event belongs; undefined if its value is absent, `''`, or `{}`. */
export const groupValueOf = (value: string | undefined): string | undefined =>
  value === '' || value === '{}' ? undefined : value;

export function fieldOfGrouping(by: Exclude<Grouping, 'none'>): FieldID {
  return fields[by];
}
