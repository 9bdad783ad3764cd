/** The output format `raw`: events as the service sent them. */
import type { JsonObject } from '../../service/json.ts';
import type { OutputRecord } from './records.ts';
import { definedOnly } from './values.ts';

/**
 * Returns the JSON of an event. `stringifyJson` converts it to the same text that `getEventJson` returns. A gap becomes an
 * object with the single property `gap`, which no event of the service has (S10).
 */
export function toRaw(record: OutputRecord): JsonObject {
  if (record.kind === 'event') return record.event.raw;
  const { id, above, below, isOpenEnded, foundAt, closedAt } = record.gap;
  return {
    gap: definedOnly({
      id,
      above: above && definedOnly({ timestamp: above.timestamp, changeID: above.changeID }),
      below: below && definedOnly({ timestamp: below.timestamp, changeID: below.changeID }),
      isOpenEnded,
      foundAt,
      closedAt,
    }),
  };
}
