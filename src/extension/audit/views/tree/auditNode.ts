import type { GapEnds } from '../../../../core/audit/feed/gapPositions.ts';
import type { EventKey, EventKeys } from '../../../../core/audit/table/eventSet.ts';
import { auditField, type FieldID } from '../../../../core/audit/table/fields.ts';
import type { TrailGroup } from '../../../../core/audit/table/trail.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import type { AnyConnection } from '../../../targets/targets.ts';

/** A filter in force. */
export interface FilterNode {
  readonly kind: 'filter';
  readonly by: 'service' | 'loaded';
  /** Of the service's filter, or of a part of those over loaded events. */
  readonly name: string;
  readonly text: string;
  /** The service can't be asked without it. */
  readonly isNeeded: boolean;
}

/** A step that the tree offers as a row above the events, or in their place while there are none. */
export type WayOn = 'load' | 'tryAgain' | 'signIn' | 'setPassphrase' | 'editConnection' | 'startLocalVault';

export type AuditNode =
  /** `connection`: name of the connection of the events. Undefined if there is none. */
  | { readonly kind: 'wayOn'; readonly way: WayOn; readonly connection: string | undefined }
  /** The connection that the events below are of, or that they could not be loaded from. */
  | {
      readonly kind: 'connection';
      readonly name: string;
      readonly environment: AnyConnection['environment'];
    }
  /** What is known of the events below: in a line, and part by part. */
  | {
      readonly kind: 'summary';
      readonly label: string;
      readonly description: string;
      readonly parts: readonly string[];
    }
  /** Requests of this window came since; how many is asked when it is drawn. */
  | { readonly kind: 'news' }
  | FilterNode
  /** No event matches the filters. `isLoaded`: there are loaded events that do not match. */
  | { readonly kind: 'none'; readonly isLoaded: boolean }
  | {
      readonly kind: 'event';
      readonly key: EventKey;
      readonly event: AuditEvent;
    }
  | {
      readonly kind: 'value';
      readonly event: AuditEvent;
      readonly field: FieldID;
      readonly value: string;
      /** Its place among the values of the field. */
      readonly at: number;
    }
  | ({ readonly kind: 'group'; readonly field: FieldID } & TrailGroup)
  /** Readings of the audit log by this extension, next to each other in the list; `name` is the same in each drawing. */
  | {
      readonly kind: 'own';
      readonly keys: EventKeys;
      readonly name: string;
    }
  /** Succeeded pages of one query: `event` is the newest of them, `name` is the same in each drawing. */
  | {
      readonly kind: 'pages';
      readonly keys: EventKeys;
      readonly name: string;
      readonly event: AuditEvent;
    }
  | { readonly kind: 'gap'; readonly gap: GapEnds }
  /**
   * Before the events of that day, `2026-11-20`, with the zone in which it is that day; undefined before those without a
   * usable time, which are last.
   */
  | { readonly kind: 'day'; readonly day: string | undefined }
  /** Nodes that are not drawn: a tree of a hundred thousand rows is of no use. */
  | { readonly kind: 'rest'; readonly count: number }
  | { readonly kind: 'older' };

/** What a command is given of an event, by the tree or by the table. */
export interface EventArgument {
  readonly kind: 'event';
  readonly event: AuditEvent;
}
export const isEventNode = (value: unknown): value is EventArgument =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'event';
/** Whether the argument of a command, which anything may pass, names a value of a field that events have. */
export function isValueNode(value: unknown): value is Extract<AuditNode, { kind: 'value' | 'group' }> {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, field } = value as { readonly kind?: unknown; readonly field?: unknown };
  return (kind === 'value' || kind === 'group') && auditField(field as string) !== undefined;
}

export const isFilterNode = (value: unknown): value is FilterNode =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'filter';

/** How an event is opened from its row: the keyboard stays in the list, to continue to the next. */
export const besideList = 'besideList';
