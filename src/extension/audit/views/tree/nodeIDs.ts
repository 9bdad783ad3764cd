import { createHmac, randomBytes } from 'node:crypto';
import { eventKey } from '../../../../core/audit/feed/ledger.ts';
import type { AuditNode } from './auditNode.ts';

/**
 * Returns the ID of a tree node below `parent`. IDs are unique in a drawing and equal for the same thing in each, so that
 * the editor preserves what is expanded, selected, and focused. They contain no text of the node, because the editor
 * writes them to its log.
 */
export type NodeIDs = (node: AuditNode, parent: AuditNode | undefined) => string;

export function createNodeIDs(): NodeIDs {
  const key = randomBytes(32);
  const hidden = (parts: readonly unknown[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  return (node, parent) =>
    hidden([node.kind, ...ownParts(node), ...(parent ? partsBelow(node, parent) : [])]);
}

/** What tells a node from others of its kind that are below the same. */
function ownParts(node: AuditNode): readonly unknown[] {
  switch (node.kind) {
    case 'event':
      return [eventKey(node.event)];
    case 'value':
      return [eventKey(node.event), node.field, node.at];
    case 'group':
      return [node.field, node.value];
    case 'filter':
      return [node.by, node.name];
    case 'own':
    case 'pages':
      return [node.name];
    case 'gap':
      return [node.gap.above, node.gap.below].flatMap(({ time, changeID }) => [time, changeID]);
    case 'day':
      return [node.day];
    case 'wayOn':
      return [node.way];
    case 'connection':
    case 'summary':
    case 'news':
    case 'none':
    case 'rest':
    case 'older':
      return [];
  }
}

/** A day, a gap and what is not drawn are in each list of events; all else is in one, and keeps its name from list to list. */
function partsBelow({ kind }: AuditNode, parent: AuditNode): readonly unknown[] {
  return kind === 'day' || kind === 'gap' || kind === 'rest' ? [parent.kind, ...ownParts(parent)] : [];
}
