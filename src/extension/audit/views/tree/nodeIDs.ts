import { createHmac, randomBytes } from 'node:crypto';
import { eventKey } from '../../../../core/audit/feed/ledger.ts';
import { printQuery } from '../../../../core/audit/query/printQuery.ts';
import type { AuditNode } from './auditNode.ts';

/**
 * Returns the ID of a tree node below `parent` (undefined for a node at the top). A node for the same event, value, or
 * group gets the same ID after a redraw, so that the editor preserves what is expanded, selected, and focused. IDs are
 * keyed hashes and contain no text of the node, because the editor writes them to its log.
 */
export type NodeIDs = (node: AuditNode, parent: AuditNode | undefined) => string;

export function createNodeIDs(): NodeIDs {
  const key = randomBytes(32);
  const hidden = (parts: readonly unknown[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  return (node, parent) =>
    hidden([node.kind, ...ownParts(node), ...(parent ? partsBelow(node, parent) : [])]);
}

/** Returns what distinguishes a node from others of its kind below the same parent. */
function ownParts(node: AuditNode): readonly unknown[] {
  switch (node.kind) {
    case 'event':
      return [eventKey(node.event)];
    case 'value':
      return [eventKey(node.event), node.field, node.at];
    case 'group':
      return [node.field, node.value];
    case 'filter':
      return [node.by, node.name, printQuery(node.terms)];
    case 'own':
    case 'pages':
      return [node.name];
    case 'gap':
      return [node.gap.above, node.gap.below].flatMap(({ time, changeID }) => [time, changeID]);
    case 'day':
      return [node.day];
    case 'nextStep':
      return [node.step];
    case 'connection':
    case 'summary':
    case 'news':
    case 'none':
    case 'unreadable':
    case 'rest':
    case 'older':
      return [];
  }
}

/**
 * Returns the parts of a node's ID that depend on its parent. Headings of days, gaps, and rows about events that are
 * not drawn or can't be read need them, because each list of events may have its own.
 */
function partsBelow({ kind }: AuditNode, parent: AuditNode): readonly unknown[] {
  return ['day', 'gap', 'rest', 'unreadable'].includes(kind) ? [parent.kind, ...ownParts(parent)] : [];
}
