import type { AuditHost, AuditState } from '../../protocol/audit.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import { auditStrings } from '../shared/auditStrings.ts';
import type { Sort } from '../shared/grid/header.ts';
import { changeSort, computeNextSortDirection } from '../shared/grid/sorts.ts';
import { strings } from '../shared/strings.ts';

/** Requests other orders of the events that are displayed. Does nothing while there are none. */
export class SortRequests {
  readonly #host: Rpc<AuditHost>;
  readonly #displayedState: () => AuditState | undefined;
  readonly #announce: (text: string) => void;
  /** The sorts that were requested last, and the state that was displayed then. */
  #lastRequest: { readonly state: AuditState; readonly sorts: readonly Sort[] } | undefined;

  constructor(
    host: Rpc<AuditHost>,
    displayedState: () => AuditState | undefined,
    announce: (text: string) => void,
  ) {
    this.#host = host;
    this.#displayedState = displayedState;
    this.#announce = announce;
  }

  /** Requests what `computeNextSortDirection` returns for the column. */
  requestNextDirection(column: number, keepOtherSorts: boolean): void {
    const sorts = this.#listCurrentSorts(this.#displayedState());
    this.requestSort(column, computeNextSortDirection(sorts, column, keepOtherSorts), keepOtherSorts);
  }
  /**
   * Requests a sort by a column, or the removal of this sort if `descending` is undefined. Announces why instead if the
   * column can't be sorted by. The other sorts are removed unless `keepOtherSorts` is true. Without any sort, the events
   * are in the original order.
   */
  requestSort(column: number, descending: boolean | undefined, keepOtherSorts = false): void {
    const state = this.#displayedState();
    if (!state) return;
    const reason = descending === undefined ? undefined : explainUnsortableColumn(state, column);
    if (reason !== undefined) {
      this.#announce(reason);
      return;
    }
    const sorts = changeSort(this.#listCurrentSorts(state), column, descending, keepOtherSorts);
    this.#lastRequest = { state, sorts };
    this.#host.notify('sort', { rev: state.rev, sorts });
  }

  /**
   * Returns the sorts to which further ones are added. If the host has not responded to the last request yet, returns the
   * sorts of this request, so that each of two quick clicks counts.
   */
  #listCurrentSorts(state: AuditState | undefined): readonly Sort[] {
    return state !== undefined && this.#lastRequest?.state === state
      ? this.#lastRequest.sorts
      : listAddedSorts(state);
  }
}

/** Returns why a table can't be sorted by a column; undefined if it can. `column` is the index in the host's list. */
export function explainUnsortableColumn(
  { columns, marks, mode }: Pick<AuditState, 'columns' | 'marks' | 'mode'>,
  column: number,
): string | undefined {
  const { name = '', sortable = false } = columns[column] ?? {};
  if (sortable) return undefined;
  if (mode === 'readers') return auditStrings.fixedOrder;
  // The columns that are not fields, such as that of notes, follow those of fields.
  const isField = marks === undefined || column < marks.column;
  return isField ? auditStrings.manyValues(name) : auditStrings.notAField(name);
}

/** Returns the sorts to which further ones are added: none if the events are in the original order. */
const listAddedSorts = (state: AuditState | undefined): readonly Sort[] =>
  state?.order && !state.order.isOriginalOrder ? state.order.sorts : [];

/** Returns the announcement of the order of a state; undefined if there is none, or if the state before had the same. */
export function describeChangedOrder(
  { columns, order }: Pick<AuditState, 'columns' | 'order'>,
  before: Pick<AuditState, 'order'>,
): string | undefined {
  if (!order || JSON.stringify(order) === JSON.stringify(before.order)) return undefined;
  return order.sorts
    .map(({ column, descending }, index) => {
      const name = columns[column]?.name ?? '';
      return index === 0 ? strings.sorted(name, descending) : strings.sortedThenInList(name, descending);
    })
    .join(', ');
}
