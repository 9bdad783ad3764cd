import type { DisplayZone } from '../../../core/audit/feed/zones.ts';
import type { AuditHistogram, AuditState } from '../../../protocol/audit.ts';
import { auditStrings } from '../../shared/auditStrings.ts';
import { element } from '../../shared/dom.ts';
import { formatCount } from '../../shared/l10n.ts';
import type { DetailPane } from '../detail.ts';

/** Displays the counts of a state's histogram in the pane. The pane stays empty if there is no histogram. */
export function displayHistogramTable(
  pane: Pick<DetailPane, 'displayContent'>,
  { histogram, zone }: Pick<AuditState, 'histogram' | 'zone'>,
): void {
  const table = histogram ? [createHistogramTable(histogram, zone)] : [];
  pane.displayContent(auditStrings.histogram(zone.name), table);
}

/** Returns the counts of the histogram as a table. Rows without events are left out. */
function createHistogramTable(
  { edges, step, bins, outside }: AuditHistogram,
  zone: DisplayZone,
): HTMLElement {
  const scale = { step, zone };
  const edgeTimeAt = (place: number): number => edges[place] ?? 0;
  const caption = element('caption', {}, auditStrings.tableCaption(zone.name));
  const hasOwn = [...bins, outside?.before ?? [], outside?.after ?? []].some(([, , , own = 0]) => own > 0);
  const columnCount = hasOwn ? 4 : 3;
  const heads = auditStrings.tableHead
    .slice(0, columnCount + 1)
    .map((name) => element('th', { scope: 'col' }, name));
  const timeSpans = [
    { time: auditStrings.before(edgeTimeAt(0), scale), bin: outside?.before ?? [] },
    ...bins.map((bin, place) => ({ time: auditStrings.moment(edgeTimeAt(place), scale), bin })),
    { time: auditStrings.after(edgeTimeAt(bins.length), scale), bin: outside?.after ?? [] },
  ];
  const rows = timeSpans.flatMap(({ time, bin }) => {
    if (bin.every((count) => count === 0)) return [];
    const cells = bin.slice(0, columnCount).map((count) => element('td', {}, formatCount(count)));
    return [element('tr', {}, element('th', { scope: 'row' }, time), ...cells)];
  });
  const head = element('thead', {}, element('tr', {}, ...heads));
  return element(
    'table',
    { class: 'time-counts', tabindex: '0' },
    caption,
    head,
    element('tbody', {}, ...rows),
  );
}
