/** The output format `raw`: events as the service sent them. */
import type { JsonObject } from '../../service/json.ts';
import type { OutputRecord } from './records.ts';
import { definedOnly } from './values.ts';

/**
 * Returns the JSON of an event, of which `stringifyJson` makes the text that `getEventJson` returns. The notice of a
 * gap is an object with the one property `gap`, which no event of the service has (S10).
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
