import * as vscode from 'vscode';
import type { Chart } from '../../../../core/audit/charts/chart.ts';
import { drawHistogramChart } from '../../../../core/audit/charts/histogramChart.ts';
import { drawMatrixChart } from '../../../../core/audit/charts/matrixChart.ts';
import { createReadMatrix } from '../../../../core/audit/charts/readMatrix.ts';
import { renderSvg } from '../../../../core/audit/charts/svg.ts';
import { msToTimestamp } from '../../../../core/audit/feed/timestamps.ts';
import { getOffsetAt } from '../../../../core/audit/feed/zones.ts';
import type { WhoReadWhat } from '../../../../core/audit/table/whoReadWhat.ts';
import { oneLine } from '../../../../core/messages/oneLine.ts';
import type { AuditHistogram, AuditState } from '../../../../protocol/audit.ts';
import type { Deps } from '../../../app/deps.ts';
import { createDefaultExportUri, createFileNameWithoutExtension } from '../../../platform/exportLocation.ts';
import { formatNumber } from '../../../platform/number.ts';
import { describeWriteError } from '../../../platform/writeProblem.ts';
import type { EventMasking } from '../../model/masking.ts';
import { formatReadName } from '../../whoReadWhat/table.ts';
import { addZoneName } from './eventRows.ts';

function provenanceLines(
  { target, status, detail, chips, range, text, zone }: AuditState,
  masking: EventMasking,
): readonly string[] {
  // The question may contain a literal that is masked elsewhere.
  const shown = masking.rules().literals ? '•••' : oneLine(masking.maskValue('text', text), 80);
  const searched = text === '' ? [] : [vscode.l10n.t('Question: {0}', shown)];
  return [
    vscode.l10n.t('Vault SQL, {0} UTC', new Date().toISOString().slice(0, 16).replace('T', ' ')),
    ...(target ? [target.label] : []),
    ...[status, detail].filter(Boolean),
    ...(range === undefined ? [] : [addZoneName(range, zone.name)]),
    ...searched,
    ...chips.map(({ label }) => label),
  ];
}

export function createHistogramChart(state: AuditState, masking: EventMasking): Chart | undefined {
  const { histogram, zone } = state;
  if (!histogram) return undefined;
  const drawn = { ...histogram, bins: histogram.bins.map((bin) => bin.slice(0, OWN_COUNT_INDEX)) };
  return drawHistogramChart(drawn, {
    title: vscode.l10n.t('Audit events by time ({0})', zone.name),
    outcomes: [vscode.l10n.t('Succeeded'), vscode.l10n.t('Failed'), vscode.l10n.t('Outcome unknown')],
    time: (ms) => msToTimestamp(ms + getOffsetAt(zone, ms) * 60_000).slice(0, 16),
    outsideLabel: vscode.l10n.t('Not in the time range'),
    provenance: [...provenanceLines(state, masking), ...omittedEventsLines(histogram)],
  });
}

/** 0-based index, in a bin, of the count of own events: those of requests that this window sent. */
const OWN_COUNT_INDEX = 3;

function omittedEventsLines({ bins, undated, outside }: AuditHistogram): readonly string[] {
  const count = [...(outside?.before ?? []), ...(outside?.after ?? [])].reduce((sum, one) => sum + one, 0);
  const own = bins.reduce((sum, bin) => sum + (bin[OWN_COUNT_INDEX] ?? 0), 0);
  return [
    own === 1
      ? vscode.l10n.t('1 request from this window not drawn')
      : own > 0
        ? vscode.l10n.t('{0} requests from this window not drawn', formatNumber(own))
        : '',
    count === 1
      ? vscode.l10n.t('1 event outside this range')
      : count > 0
        ? vscode.l10n.t('{0} events outside this range', formatNumber(count))
        : '',
    undated === 1
      ? vscode.l10n.t('1 event without a valid time')
      : undated > 0
        ? vscode.l10n.t('{0} events without a valid time', formatNumber(undated))
        : '',
  ].filter(Boolean);
}

/** Returns the chart of “who read what”: a matrix of the actors and columns with the strongest reads. */
export function createReadsChart(
  { rows, unread }: WhoReadWhat,
  state: AuditState,
  masking: EventMasking,
): Chart {
  const matrix = createReadMatrix(rows);
  const { moreActors, moreColumns } = matrix;
  const more = [moreActorsText(moreActors), moreColumnsText(moreColumns), unparsedText(unread.length)].filter(
    Boolean,
  );
  return drawMatrixChart(matrix, {
    title: vscode.l10n.t('Who read what: reads by actor and column'),
    actor: (actor) =>
      actor === undefined ? vscode.l10n.t('(no actor)') : oneLine(masking.maskValue('actor', actor)),
    column: (read) => oneLine(formatReadName(read, masking)),
    strengths: {
      clear: vscode.l10n.t('plain text'),
      masked: vscode.l10n.t('masked or default'),
      condition: vscode.l10n.t('condition or count'),
      failed: vscode.l10n.t('failed'),
    },
    more: more.join(' · '),
    provenance: provenanceLines(state, masking),
  });
}

function moreActorsText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? vscode.l10n.t('1 more actor') : vscode.l10n.t('{0} more actors', formatNumber(count));
}
function moreColumnsText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? vscode.l10n.t('1 more column')
    : vscode.l10n.t('{0} more columns', formatNumber(count));
}
function unparsedText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? vscode.l10n.t('1 unparsed query')
    : vscode.l10n.t('{0} unparsed queries', formatNumber(count));
}

/**
 * Prompts the user for a file and writes the image `png` to it, or the chart as SVG if `png` is undefined. Reports
 * success and write errors to the user. `kind` is the beginning of the suggested file name.
 */
export async function saveChart(
  { messages, fileSinks }: Pick<Deps, 'messages' | 'fileSinks'>,
  chart: Chart,
  { kind, png }: { readonly kind: string; readonly png: Uint8Array | undefined },
): Promise<void> {
  const ending = png ? 'png' : 'svg';
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save chart'),
    defaultUri: createDefaultExportUri(`${createFileNameWithoutExtension(kind, kind, Date.now())}.${ending}`),
    filters: { [ending.toUpperCase()]: [ending] },
  });
  if (!uri) return;
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  try {
    await fileSinks.writeWhole(uri, png ?? new TextEncoder().encode(renderSvg(chart)));
    void messages.info(vscode.l10n.t('Saved the chart as “{0}”.', name));
  } catch (error) {
    await messages.error(describeWriteError(error, name));
  }
}
