import { createHmac, randomBytes } from 'node:crypto';
import { eventKey } from '../../../core/audit/feed/ledger.ts';
import type { AuditNode } from './auditNode.ts';

/**
 * Names of nodes, the same for the same event or group in each drawing, so that what is open and selected stays so. They
 * tell nothing of what they name: the editor writes them to its log.
 */
export function createNodeIDs(): (node: AuditNode) => string | undefined {
  const key = randomBytes(32);
  const hidden = (...parts: readonly (string | undefined)[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  return (node) => {
    switch (node.kind) {
      case 'event':
        return hidden('event', eventKey(node.event));
      case 'group':
        return hidden('group', node.field, node.value);
      case 'summary':
        return hidden('summary');
      case 'filter':
        return hidden('filter', node.by, node.name);
      case 'own':
        return hidden('own', node.name);
      case 'pages':
        return hidden('pages', node.name);
      default:
        return undefined;
    }
  };
}
