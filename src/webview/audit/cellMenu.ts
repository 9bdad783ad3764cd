import type { AuditHost, AuditMode } from '../../protocol/audit.ts';
import { isAuditMenu } from '../../protocol/auditGuards.ts';
import type { PageHost } from '../../protocol/page.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import { auditStrings } from '../shared/auditStrings.ts';
import type { Grid } from '../shared/grid/grid.ts';
import type { MenuTarget } from '../shared/grid/input/commands.ts';
import type { Menus } from '../shared/menu.ts';
import { strings } from '../shared/strings.ts';
import { requireValidResponse } from '../shared/validResponse.ts';
import type { AuditRows } from './auditRows.ts';
import { markingActions } from './marking.ts';
import { type CellMenuEvents, createCellMenuEntries } from './menus.ts';

interface CellMenuParts {
  readonly host: Rpc<AuditHost & PageHost>;
  readonly menus: Menus;
  readonly grid: Pick<Grid, 'element' | 'getActiveRow'>;
  readonly rows: Pick<AuditRows, 'isFolding'>;
  readonly revision: () => number;
  readonly announce: (text: string) => void;
  readonly copy: CellMenuEvents['copy'];
  readonly showDetails: (row: number) => void;
  readonly mark: (isMarked: boolean) => void;
}

export class CellMenu {
  readonly #parts: CellMenuParts;
  /**
   * Index of the row for which a menu was requested last, updated when the row is known to have moved. Undefined before
   * the first request, and once it is unknown where the row has moved.
   */
  #row: number | undefined;
  #requests = 0;
  #close: () => void = () => undefined;

  constructor(parts: CellMenuParts) {
    this.#parts = parts;
  }

  /**
   * Requests the host's actions for a cell and its event, and opens the cell's menu. In the mode `readers`, no actions
   * are requested. Opens no menu if the request fails, or if the menu is outdated when the response arrives: another
   * menu was requested, the row could not be followed, or the focus is outside the grid.
   */
  async requestActionsAndOpenMenu(mode: AuditMode, { row, column, x, y }: MenuTarget): Promise<void> {
    const { host, menus, grid, rows, revision, announce, copy, showDetails } = this.#parts;
    const request = ++this.#requests;
    this.#row = row;
    const asking = mode === 'events' ? host.call('menu', { rev: revision(), row, column }) : [];
    const actions = await requireValidResponse(host, 'menu', Promise.resolve(asking), isAuditMenu).catch(
      () => undefined,
    );
    if (request !== this.#requests || this.#row === undefined) return;
    if (!actions) return announce(strings.failed);
    if (!grid.element.contains(document.activeElement)) return;
    const withRow = (run: (row: number) => void): void => {
      if (this.#row !== undefined) run(this.#row);
    };
    const standsForEvents = mode === 'readers' || rows.isFolding(this.#row);
    const entries = createCellMenuEntries(standsForEvents, actions, {
      copy,
      showDetails: () =>
        withRow((now) => (rows.isFolding(now) ? this.#requestExpansion(now) : showDetails(now))),
      runAction: (id) => withRow((now) => this.#markOrRequestAction(id, now, column)),
    });
    this.#close = menus.openReplacingPreviousMenu(auditStrings.cellMenu, entries, { x, y });
  }

  /**
   * Called after the rows changed. Keeps the menu open if the menu's row was the active row and it is known where that
   * row is now; otherwise closes the menu. `activeRow` is the index of the active row before the change. `insertedRows`
   * is the number of rows inserted above it (negative if rows were removed), or undefined if unknown.
   */
  followShiftedRowOrCloseMenu(insertedRows: number | undefined, activeRow: number | undefined): void {
    if (this.#row === undefined) return;
    if (insertedRows !== undefined && activeRow === this.#row) {
      this.#row += insertedRows;
      return;
    }
    this.#row = undefined;
    this.#close();
  }

  #requestExpansion(row: number): void {
    const { host, revision } = this.#parts;
    host.notify('expand', { rev: revision(), row, isExpanded: true });
  }

  #markOrRequestAction(id: string, row: number, column: number): void {
    const { host, revision, announce, mark } = this.#parts;
    const isMarked = markingActions[id];
    if (isMarked !== undefined) mark(isMarked);
    else
      void host.call('activate', { rev: revision(), row, column, id }).catch(() => announce(strings.failed));
  }
}
