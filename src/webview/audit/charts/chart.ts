/** A chart of what is shown, beside the table: drawn again whenever other events are shown. */
import type { AuditHost } from '../../../protocol/audit.ts';
import { isChart } from '../../../protocol/auditGuards.ts';
import type { PageHost } from '../../../protocol/page.ts';
import type { Rpc } from '../../../protocol/rpc.ts';
import { auditStrings } from '../../shared/auditStrings.ts';
import { checkedAnswer } from '../../shared/checkedAnswer.ts';
import { element } from '../../shared/dom.ts';
import type { DetailPane } from '../detail.ts';
import { drawChart } from './chartView.ts';

interface ChartParts {
  readonly host: Rpc<AuditHost & PageHost>;
  readonly pane: DetailPane;
  readonly revision: () => number;
  /** Whether the pane is to show it, still. */
  readonly isWanted: () => boolean;
}

export interface ChartAside {
  /** Draws what is shown, as it is now. */
  show(): Promise<void>;
  /** The state has changed: draws what is shown now. */
  follow(): void;
}

export function createChartAside({ host, pane, revision, isWanted }: ChartParts): ChartAside {
  let asked = 0;

  async function draw(): Promise<void> {
    const own = ++asked;
    const answer = host.call('chart', { rev: revision() });
    const chart = await checkedAnswer(host, 'chart', answer, isChart).catch(() => undefined);
    if (own !== asked || !isWanted()) return;
    const save = (png?: string): void =>
      host.notify('saveChart', { rev: revision(), ...(png === undefined ? {} : { png }) });
    const nodes = chart ? drawChart(chart, save) : [element('p', {}, auditStrings.noChart)];
    pane.showAside(auditStrings.chart, nodes);
  }

  return {
    async show() {
      pane.showAside(auditStrings.chart, [element('p', { role: 'status' }, auditStrings.chartBusy)]);
      await draw();
    },
    follow() {
      if (isWanted()) void draw();
    },
  };
}
