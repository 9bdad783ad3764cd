import { createHmac, randomBytes } from 'node:crypto';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { AuditNode } from './nodes.ts';

/**
 * Names of nodes, the same for the same event or group in each drawing, so that what is open and selected stays so. They
 * tell nothing of what they name: the editor writes them to its log.
 */
export function createNodeIDs(): (node: AuditNode) => string | undefined {
  const key = randomBytes(32);
  const hidden = (...parts: readonly (string | undefined)[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  const numbers = new WeakMap<AuditEvent, number>();
  let last = 0;
  const numberOf = (event: AuditEvent): number => {
    const number = numbers.get(event) ?? ++last;
    numbers.set(event, number);
    return number;
  };
  const ofEvent = (kind: string, event: AuditEvent): string => {
    const { changeID } = event.context;
    return changeID ? hidden(kind, changeID) : `${kind} ${numberOf(event)}`;
  };
  return (node) => {
    switch (node.kind) {
      case 'event':
        return ofEvent('event', node.event);
      case 'group':
        return hidden('group', node.field, node.value);
      case 'own': {
        const oldest = node.events.at(-1);
        return oldest && ofEvent('own', oldest);
      }
      default:
        return undefined;
    }
  };
}
