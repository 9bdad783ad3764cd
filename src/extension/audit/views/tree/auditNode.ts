import type { GapEnds } from '../../../../core/audit/feed/gapPositions.ts';
import type { AuditQuery } from '../../../../core/audit/query/auditQuery.ts';
import type { EventKey } from '../../../../core/audit/table/eventSet.ts';
import { auditField, type FieldID } from '../../../../core/audit/table/fields.ts';
import type { SourceProblem } from '../../../../core/audit/table/sourceError.ts';
import type { TrailGroup } from '../../../../core/audit/table/trail.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import type { AnyConnection } from '../../../targets/targets.ts';

/**
 * The row of a filter that is applied: by the service to the events it returns, or by this extension to the loaded
 * events.
 */
export interface FilterNode {
  readonly kind: 'filter';
  readonly by: 'service' | 'loaded';
  /** Name of the service's filter, or what the filter on loaded events is about (`LocalPart`). It contains no value. */
  readonly name: string;
  /** The terms of the question that this row displays; empty for other filters. */
  readonly terms: AuditQuery;
  readonly text: string;
  /** True if the service rejects requests without this filter, so that the user can't remove it. */
  readonly isRequired: boolean;
}

/** A step that the tree offers as a row above the events, or in their place while there are none. */
export type NextStep =
  | 'load'
  | 'tryAgain'
  | 'signIn'
  | 'setPassphrase'
  | 'editConnection'
  | 'startLocalVault';

export type AuditNode =
  /**
   * Offers a step, such as signing in. `connection` is the name of the selected connection; undefined if there is
   * none.
   */
  | { readonly kind: 'nextStep'; readonly step: NextStep; readonly connection: string | undefined }
  /** Names the connection from which the events below were loaded, or could not be loaded. */
  | {
      readonly kind: 'connection';
      readonly name: string;
      readonly environment: AnyConnection['environment'];
    }
  /**
   * Sums up the displayed events: in one line (`label`, `description`), and as separate facts for the tooltip
   * (`parts`).
   */
  | {
      readonly kind: 'summary';
      readonly label: string;
      readonly description: string;
      readonly parts: readonly string[];
    }
  /**
   * Says that this window ran queries after the newest events were loaded. Their number is determined when the row is
   * drawn.
   */
  | { readonly kind: 'news' }
  | FilterNode
  /**
   * Says that no event matches the filters. `isLoaded` is true if other events are loaded, which the filters exclude.
   */
  | { readonly kind: 'none'; readonly isLoaded: boolean }
  /** A row in place of events that can't be read, which says why. */
  | { readonly kind: 'unreadable'; readonly problem: SourceProblem }
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
      /** 0-based index of the value among the event's values of this field. */
      readonly at: number;
    }
  | ({ readonly kind: 'group'; readonly field: FieldID } & TrailGroup)
  /**
   * Folds requests for audit events that this extension itself sent and that are adjacent in the list. `name`, which
   * identifies the row, is the key of the last event or the value of the last group in it, so that it usually stays the
   * same when the tree is redrawn.
   */
  | {
      readonly kind: 'own';
      /** Number of events that are folded, alone or in groups. */
      readonly count: number;
      /** The folded events, if the tree lists events; else empty. */
      readonly keys: readonly EventKey[];
      /** The folded groups, if the tree lists groups; else empty. */
      readonly groups: readonly TrailGroup[];
      readonly name: string;
    }
  /**
   * Folds the successful requests for the pages of one query. `event` is the newest of them; `name`, which identifies
   * the row, is the key of the last of them in the list, so that it usually stays the same when the tree is redrawn.
   */
  | {
      readonly kind: 'pages';
      readonly keys: readonly EventKey[];
      readonly name: string;
      readonly event: AuditEvent;
    }
  | { readonly kind: 'gap'; readonly gap: GapEnds }
  /**
   * Heads the events of one day. `day` is the date and the UTC offset of the display time zone, separated by a space;
   * undefined for the heading of the events without a valid time, which are last.
   */
  | { readonly kind: 'day'; readonly day: string | undefined }
  /** Stands for the `count` events or groups that are not drawn. */
  | { readonly kind: 'rest'; readonly count: number }
  | { readonly kind: 'older' };

/** The argument with which the tree runs a command on an event. A node of the kind `event` is such an argument too. */
export interface EventArgument {
  readonly kind: 'event';
  readonly event: AuditEvent;
}
export const isEventNode = (value: unknown): value is EventArgument =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'event';
/**
 * Whether an argument of a command is a tree node with a value of an audit field. Arguments are checked because any
 * extension can run commands.
 */
export function isValueNode(value: unknown): value is Extract<AuditNode, { kind: 'value' | 'group' }> {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, field } = value as { readonly kind?: unknown; readonly field?: unknown };
  return (kind === 'value' || kind === 'group') && auditField(field as string) !== undefined;
}

export const isFilterNode = (value: unknown): value is FilterNode =>
  typeof value === 'object' &&
  value !== null &&
  (value as { kind?: unknown }).kind === 'filter' &&
  Array.isArray((value as { terms?: unknown }).terms);

/** Argument of the Open command that a row passes: the event opens while the keyboard focus stays in the list. */
export const besideList = 'besideList';
