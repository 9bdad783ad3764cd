import { isJsonObject, type JsonObject, keysOf, objectOf } from '../../service/json.ts';
import type { AuditEvent } from '../../service/types.ts';

/** The event with this content, typed part and `raw` alike. What it does not have it does not get. */
export function withContent(event: AuditEvent, content: string | undefined): AuditEvent {
  if (content === undefined || event.request.data?.content === undefined) return event;
  const raw = replaced(event.raw, ['request', 'data', 'content'], content);
  // Part by part: an event of the store is no plain object.
  const { accountID, parentAccountID, context, request, response, resourceIDs } = event;
  return {
    ...(accountID === undefined ? {} : { accountID }),
    ...(parentAccountID === undefined ? {} : { parentAccountID }),
    raw,
    context,
    response,
    resourceIDs,
    request: { ...request, data: { ...request.data, content } },
  };
}

/** `object` with the value at `path` replaced, where there is one. */
function replaced(object: JsonObject, [name, ...rest]: readonly string[], value: string): JsonObject {
  const inner = name === undefined ? undefined : object[name];
  if (name === undefined || inner === undefined) return object;
  const next = rest.length === 0 ? value : isJsonObject(inner) ? replaced(inner, rest, value) : inner;
  return objectOf(keysOf(object), (key) => (key === name ? next : (object[key] ?? null)));
}
