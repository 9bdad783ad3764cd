import type { AuditHost, AuditState } from '../../../protocol/audit.ts';
import { isAuditUnusual } from '../../../protocol/auditGuards.ts';
import type { PageHost } from '../../../protocol/page.ts';
import type { Rpc } from '../../../protocol/rpc.ts';
import { auditStrings } from '../../shared/auditStrings.ts';
import { element } from '../../shared/dom.ts';
import type { Grid } from '../../shared/grid/grid.ts';
import { strings } from '../../shared/strings.ts';
import { requireValidResponse } from '../../shared/validResponse.ts';
import type { DetailPane } from '../detail.ts';
import { createUnusualValuesList } from './unusualValuesList.ts';

interface UnusualValuesParts {
  readonly host: Rpc<AuditHost & PageHost>;
  readonly pane: DetailPane;
  readonly grid: Pick<Grid, 'getSelectedCells'>;
  readonly revision: () => number;
  readonly isDisplayed: () => boolean;
}

export interface UnusualValuesPane {
  /**
   * Opens the pane with the unusual values of the selected rows, or of all displayed events if fewer than two rows are
   * selected.
   */
  open(): Promise<void>;
  /**
   * Requests the values again if they are displayed, the state's phase is `events`, and its `dataRev` or `formatRev`
   * differs from that of the last call.
   */
  refresh(state: AuditState): void;
}

export function createUnusualValuesPane({
  host,
  pane,
  grid,
  revision,
  isDisplayed,
}: UnusualValuesParts): UnusualValuesPane {
  let latestRequest = 0;
  let comparedRevisions = '';

  async function requestValues(): Promise<void> {
    const request = ++latestRequest;
    const area = grid.getSelectedCells()?.area;
    const rows = area && area.toRow - area.fromRow > 1 ? { fromRow: area.fromRow, toRow: area.toRow } : {};
    const answer = host.call('findUnusualValues', { rev: revision(), ...rows });
    const unusual = await requireValidResponse(host, 'findUnusualValues', answer, isAuditUnusual).catch(
      () => undefined,
    );
    if (request !== latestRequest || !isDisplayed()) return;
    const filterByValue = (index: number): void =>
      host.notify('filterByUnusualValue', { id: unusual?.id ?? 0, index });
    displayNodes(
      unusual ? createUnusualValuesList(unusual, filterByValue) : [element('p', {}, strings.failed)],
    );
  }
  const displayNodes = (nodes: readonly Node[]): void =>
    pane.displayContent(auditStrings.unusualValues, nodes);

  return {
    async open() {
      displayNodes([element('p', { role: 'status' }, auditStrings.unusualValuesBusy)]);
      await requestValues();
    },
    refresh({ dataRev, formatRev, phase }) {
      const key = `${dataRev} ${formatRev}`;
      const isOther = key !== comparedRevisions;
      comparedRevisions = key;
      if (isOther && phase === 'events' && isDisplayed()) void requestValues();
    },
  };
}
