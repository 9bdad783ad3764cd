import type { AuditEvent } from '../../core/api/types.ts';
import type { Gap } from '../../core/audit/follow.ts';
import { fieldOfGrouping, type Grouping, groupEvents } from '../../core/audit/groups.ts';
import { auditFields, type FieldID, fieldValues } from '../../core/audit/table/fields.ts';
import type { AuditSnapshot } from './state.ts';

export type AuditNode =
  | { readonly kind: 'event'; readonly event: AuditEvent }
  | {
      readonly kind: 'value';
      readonly event: AuditEvent;
      readonly field: FieldID;
      readonly value: string;
    }
  | {
      readonly kind: 'group';
      readonly field: FieldID;
      readonly value: string | undefined;
      readonly events: readonly AuditEvent[];
    }
  /** Readings of the audit log by this extension, next to each other in the list. */
  | { readonly kind: 'own'; readonly events: readonly AuditEvent[] }
  | { readonly kind: 'gap'; readonly gap: Gap }
  /** Nodes that are not drawn: a tree of a hundred thousand rows serves nobody. */
  | { readonly kind: 'rest'; readonly count: number }
  | { readonly kind: 'older' };

export const isEventNode = (value: unknown): value is Extract<AuditNode, { kind: 'event' }> =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'event';
export const isValueNode = (value: unknown): value is Extract<AuditNode, { kind: 'value' | 'group' }> =>
  typeof value === 'object' &&
  value !== null &&
  ['value', 'group'].includes(String((value as { kind?: unknown }).kind));

/** Nodes drawn at one level. */
const MOST = 2000;

/** The nodes at the top. `isOwn` tells events that this extension's reading of the log caused. */
export function rootNodes(
  { events, gaps, provenance }: AuditSnapshot,
  grouping: Grouping,
  isOwn: (event: AuditEvent) => boolean,
): readonly AuditNode[] {
  const nodes =
    grouping === 'none'
      ? flat(events, gaps, isOwn)
      : groupEvents(events, grouping).map((group): AuditNode => {
          return { kind: 'group', field: fieldOfGrouping(grouping), ...group };
        });
  const older: AuditNode[] = provenance.loaded > 0 && provenance.more === 'yes' ? [{ kind: 'older' }] : [];
  return [...limited(nodes), ...older];
}

/** The nodes below `node`. */
export function childNodes(node: AuditNode): readonly AuditNode[] {
  switch (node.kind) {
    case 'group':
    case 'own':
      return limited(node.events.map((event) => ({ kind: 'event', event })));
    case 'event':
      return auditFields.flatMap(({ id }) =>
        fieldValues(node.event, id).map(
          (value): AuditNode => ({ kind: 'value', event: node.event, field: id, value }),
        ),
      );
    default:
      return [];
  }
}

function flat(
  events: readonly AuditEvent[],
  gaps: readonly Gap[],
  isOwn: (event: AuditEvent) => boolean,
): readonly AuditNode[] {
  const gapAbove = new Map(gaps.map((gap) => [gap.above.context.changeID, gap]));
  const nodes: AuditNode[] = [];
  let own: AuditEvent[] = [];
  const close = (): void => {
    if (own.length > 0) nodes.push({ kind: 'own', events: own });
    own = [];
  };
  for (const event of events) {
    if (isOwn(event)) own.push(event);
    else {
      close();
      nodes.push({ kind: 'event', event });
    }
    const gap = gaps.length === 0 ? undefined : gapAbove.get(event.context.changeID);
    if (gap) {
      close();
      nodes.push({ kind: 'gap', gap });
    }
    if (nodes.length > MOST) break;
  }
  close();
  const drawn = nodes.reduce((sum, node) => sum + countOf(node), 0);
  return drawn < events.length ? [...nodes, { kind: 'rest', count: events.length - drawn }] : nodes;
}

const countOf = (node: AuditNode): number =>
  node.kind === 'event' ? 1 : node.kind === 'own' ? node.events.length : 0;

function limited(nodes: readonly AuditNode[]): readonly AuditNode[] {
  if (nodes.length <= MOST + 2) return nodes;
  return [...nodes.slice(0, MOST), { kind: 'rest', count: nodes.length - MOST }];
}
