import { createHmac, randomBytes } from 'node:crypto';
import { eventKey } from '../../../../core/audit/feed/ledger.ts';
import { printQuery } from '../../../../core/audit/query/printQuery.ts';
import type { AuditNode } from './auditNode.ts';

/**
 * Returns the ID of a tree node below `parent`. A node for the same event, value, or group keeps
 * its ID after a redraw. IDs are keyed hashes, because the editor writes them to its log.
 */
export type NodeIDGetter = (node: AuditNode, parent: AuditNode | undefined) => string;

export function createNodeIDGetter(): NodeIDGetter {
  const key = randomBytes(32);
  const hidden = (parts: readonly unknown[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  return (node, parent) =>
    hidden([node.kind, ...listOwnIDParts(node), ...(parent ? listParentIDParts(node, parent) : [])]);
}

function listOwnIDParts(node: AuditNode): readonly unknown[] {
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
 * Returns what identifies the parent in a node's ID. Empty for most kinds of nodes. Others, such as headings of days,
 * would have the same ID in several lists of events.
 */
function listParentIDParts({ kind }: AuditNode, parent: AuditNode): readonly unknown[] {
  return ['day', 'gap', 'own', 'pages', 'rest', 'unreadable'].includes(kind)
    ? [parent.kind, ...listOwnIDParts(parent)]
    : [];
}
