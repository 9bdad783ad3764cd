import { createObject, getKeysInOrder, isJsonObject, type JsonObject } from '../../service/json.ts';
import type { AuditEvent } from '../../service/types.ts';

/**
 * Returns the event with its request content replaced, both in `request` and in `raw`. Returns the event itself if it
 * has no content, or if `content` is undefined.
 */
export function replaceContent(event: AuditEvent, content: string | undefined): AuditEvent {
  if (content === undefined || event.request.data?.content === undefined) return event;
  const raw = replaceAtPath(event.raw, ['request', 'data', 'content'], content);
  // Part by part, because a `CompactEvent` has its parts as getters, which a spread would not copy.
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

function replaceAtPath(object: JsonObject, [name, ...rest]: readonly string[], value: string): JsonObject {
  const inner = name === undefined ? undefined : object[name];
  if (name === undefined || inner === undefined) return object;
  const next = rest.length === 0 ? value : isJsonObject(inner) ? replaceAtPath(inner, rest, value) : inner;
  return createObject(getKeysInOrder(object), (key) => (key === name ? next : (object[key] ?? null)));
}
