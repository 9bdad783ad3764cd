/** The list of unusual values in the details pane, requested again when other events are displayed. */
import type { AuditHost, AuditState } from '../../../protocol/audit.ts';
import { isAuditOdd } from '../../../protocol/auditGuards.ts';
import type { PageHost } from '../../../protocol/page.ts';
import type { Rpc } from '../../../protocol/rpc.ts';
import { auditStrings } from '../../shared/auditStrings.ts';
import { element } from '../../shared/dom.ts';
import type { Grid } from '../../shared/grid/grid.ts';
import { strings } from '../../shared/strings.ts';
import { requireValidResponse } from '../../shared/validResponse.ts';
import type { DetailPane } from '../detail.ts';
import { drawOdd } from './oddList.ts';

interface OddParts {
  readonly host: Rpc<AuditHost & PageHost>;
  readonly pane: DetailPane;
  readonly grid: Pick<Grid, 'selectedCells'>;
  readonly revision: () => number;
  /** Whether the pane should still display the list. */
  readonly isWanted: () => boolean;
}

export interface Odd {
  /**
   * Opens the pane with the unusual values of the selected rows, or of all displayed events if less than two are
   * selected.
   */
  show(): Promise<void>;
  /**
   * Requests the list again if a new state has other events or formats their values differently, and the list is open.
   */
  follow(state: AuditState): void;
}

export function createOdd({ host, pane, grid, revision, isWanted }: OddParts): Odd {
  let asked = 0;
  let shown = '';

  async function compare(): Promise<void> {
    const own = ++asked;
    const area = grid.selectedCells()?.area;
    const rows = area && area.toRow - area.fromRow > 1 ? { fromRow: area.fromRow, toRow: area.toRow } : {};
    const answer = host.call('odd', { rev: revision(), ...rows });
    const odd = await requireValidResponse(host, 'odd', answer, isAuditOdd).catch(() => undefined);
    if (own !== asked || !isWanted()) return;
    const choose = (place: number): void => host.notify('chooseOdd', { id: odd?.id ?? 0, place });
    draw(odd ? drawOdd(odd, choose) : [element('p', {}, strings.failed)]);
  }
  const draw = (nodes: readonly Node[]): void => pane.showAside(auditStrings.odd, nodes);

  return {
    async show() {
      draw([element('p', { role: 'status' }, auditStrings.oddBusy)]);
      await compare();
    },
    follow({ dataRev, formatRev, phase }) {
      const key = `${dataRev} ${formatRev}`;
      const isOther = key !== shown;
      shown = key;
      if (isOther && phase === 'events' && isWanted()) void compare();
    },
  };
}
