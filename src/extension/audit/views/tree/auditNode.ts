import type { GapEnds } from '../../../../core/audit/feed/gapPositions.ts';
import type { AuditQuery } from '../../../../core/audit/query/auditQuery.ts';
import type { EventKey } from '../../../../core/audit/table/eventSet.ts';
import { type FieldID, findAuditField } from '../../../../core/audit/table/fields.ts';
import type { SourceProblem } from '../../../../core/audit/table/sourceError.ts';
import type { TrailGroup } from '../../../../core/audit/table/trail.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import type { AnyConnection } from '../../../targets/targets.ts';
import type { EvaluationPlace } from '../../evaluationPlaces.ts';

export interface FilterNode {
  readonly kind: 'filter';
  readonly by: EvaluationPlace;
  /** Name of the service's filter, or what the filter on loaded events is about (`LocalPart`). It contains no value. */
  readonly name: string;
  readonly terms: AuditQuery;
  readonly text: string;
  /** Display text for where the filter is evaluated, such as “server” or “loaded events”. */
  readonly place: string;
  readonly isRequired: boolean;
}

export type NextStep =
  | 'load'
  | 'tryAgain'
  | 'signIn'
  | 'setPassphrase'
  | 'editConnection'
  | 'startLocalVault';

export type AuditNode =
  | { readonly kind: 'nextStep'; readonly step: NextStep; readonly connection: string | undefined }
  | {
      readonly kind: 'connection';
      readonly name: string;
      readonly environment: AnyConnection['environment'];
    }
  | {
      readonly kind: 'summary';
      readonly label: string;
      readonly description: string;
      readonly parts: readonly string[];
    }
  /** Says that this window ran queries after the displayed events were loaded. */
  | { readonly kind: 'news' }
  | FilterNode
  /**
   * Says that no event is displayed. `isLoaded` is true if events are loaded, but the filters exclude all of them. It is
   * false for a table.
   */
  | { readonly kind: 'none'; readonly isLoaded: boolean }
  | { readonly kind: 'unreadable'; readonly problem: SourceProblem }
  | {
      readonly kind: 'event';
      readonly key: EventKey;
      readonly event: AuditEvent;
      /** True for an event below a row that folds several (`own` or `pages`). */
      readonly isFolded?: true;
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
   * Folds adjacent requests for audit events that this extension sent. `name` identifies the row.
   * `mayHaveMore` is true if adjacent ones may exist that `count` does not include.
   */
  | {
      readonly kind: 'own';
      readonly count: number;
      readonly mayHaveMore: boolean;
      readonly keys: readonly EventKey[];
      readonly groups: readonly TrailGroup[];
      readonly name: string;
    }
  /**
   * Folds the successful requests for the pages of one query. `name` identifies the row. `mayHaveMore` is true if
   * requests for the query's earlier pages may exist whose events are not in `keys`.
   */
  | {
      readonly kind: 'pages';
      readonly mayHaveMore: boolean;
      readonly keys: readonly EventKey[];
      readonly name: string;
      readonly event: AuditEvent;
    }
  | { readonly kind: 'gap'; readonly gap: GapEnds }
  /**
   * Heading of the events of a day. `day` is the date and the UTC offset in the display time zone, separated by a
   * space; undefined for events without a valid time.
   */
  | { readonly kind: 'day'; readonly day: string | undefined }
  | { readonly kind: 'rest'; readonly count: number }
  | { readonly kind: 'older' };

export interface EventArgument {
  readonly kind: 'event';
  readonly event: AuditEvent;
}
export const isEventNode = (value: unknown): value is EventArgument =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'event';
/**
 * Whether `value`, such as a command's argument, is a tree node for a field's value or for a group. Only its `kind` and
 * `field` are checked. Any extension can run commands, so an argument can be anything.
 */
export function isValueNode(value: unknown): value is Extract<AuditNode, { kind: 'value' | 'group' }> {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, field } = value as { readonly kind?: unknown; readonly field?: unknown };
  return (kind === 'value' || kind === 'group') && findAuditField(field as string) !== undefined;
}

export const isFilterNode = (value: unknown): value is FilterNode =>
  typeof value === 'object' &&
  value !== null &&
  (value as { kind?: unknown }).kind === 'filter' &&
  Array.isArray((value as { terms?: unknown }).terms);

/** Second argument that an event's row passes to the Open command. With it, the focus stays in the list. */
export const KEEP_FOCUS_IN_LIST = 'besideList';
