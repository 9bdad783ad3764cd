import { withVariant } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { haveContradictingContent } from '../../../../../src/core/audit/feed/contentComparison.ts';
import { auditFields, fieldText } from '../../../../../src/core/audit/table/fields.ts';
import { stringifyJson } from '../../../../../src/core/service/json.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';

/** Each event once: different events with one change ID are all there, numbered; of those without an ID one of each text. */
export function onceEach(events: readonly AuditEvent[]): AuditEvent[] {
  const known = new Map<string, AuditEvent[]>();
  const keyOf = (event: AuditEvent): string =>
    event.context.changeID ? `id ${event.context.changeID}` : stringifyJson(event.raw);
  const once = events.filter((event) => {
    const before = known.get(keyOf(event)) ?? [];
    if (before.some((other) => !event.context.changeID || isSame(event, other))) return false;
    known.set(keyOf(event), [...before, event]);
    return true;
  });
  return once.map((event) => {
    const all = known.get(keyOf(event)) ?? [];
    return all.length === 1 ? event : withVariant(event, all.indexOf(event) + 1);
  });
}

const isSame = (a: AuditEvent, b: AuditEvent): boolean =>
  auditFields.every((field) => fieldText(field, a) === fieldText(field, b)) &&
  !haveContradictingContent(a, b);
