import type { AuditHost } from '../../../protocol/audit.ts';
import { isChart } from '../../../protocol/auditGuards.ts';
import type { PageHost } from '../../../protocol/page.ts';
import type { Rpc } from '../../../protocol/rpc.ts';
import { auditStrings } from '../../shared/auditStrings.ts';
import { element } from '../../shared/dom.ts';
import { requireValidResponse } from '../../shared/validResponse.ts';
import type { DetailPane } from '../detail.ts';
import { createChartAndButtons } from './chartView.ts';

interface ChartParts {
  readonly host: Rpc<AuditHost & PageHost>;
  readonly pane: DetailPane;
  readonly revision: () => number;
  readonly isDisplayed: () => boolean;
}

export interface ChartPane {
  open(): Promise<void>;
  refresh(): void;
}

export function createAuditChartPane({ host, pane, revision, isDisplayed }: ChartParts): ChartPane {
  let latestRequest = 0;

  async function draw(): Promise<void> {
    const request = ++latestRequest;
    const answer = host.call('chart', { rev: revision() });
    const chart = await requireValidResponse(host, 'chart', answer, isChart).catch(() => undefined);
    if (request !== latestRequest || !isDisplayed()) return;
    const save = (png?: string): void =>
      host.notify('saveChart', { rev: revision(), ...(png === undefined ? {} : { png }) });
    const nodes = chart ? createChartAndButtons(chart, save) : [element('p', {}, auditStrings.noChart)];
    pane.displayContent(auditStrings.chart, nodes);
  }

  return {
    async open() {
      pane.displayContent(auditStrings.chart, [element('p', { role: 'status' }, auditStrings.chartBusy)]);
      await draw();
    },
    refresh() {
      if (isDisplayed()) void draw();
    },
  };
}
