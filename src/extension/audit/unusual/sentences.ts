import * as vscode from 'vscode';
import type { UnusualResult } from '../../../core/audit/unusual/significance.ts';
import type { AuditUnusual } from '../../../protocol/audit.ts';
import { formatNumber } from '../../platform/number.ts';
import { fieldLabels, valueLabel } from '../labels.ts';
import type { EventMasking } from '../model/masking.ts';

const longest = 200;

/**
 * Returns the unusual values as display text. `id` identifies the comparison. In the returned values, `here` and `rest`
 * are percentages; in the given ones, they are numbers of events.
 */
export function unusualText(
  id: number,
  { sizes, leftOut, values }: UnusualResult,
  masking: Pick<EventMasking, 'maskValue'>,
): AuditUnusual {
  const labels = fieldLabels();
  const lead = vscode.l10n.t(
    'Compared: {0} · other events: {1}',
    formatNumber(sizes.here),
    formatNumber(sizes.rest),
  );
  return {
    id,
    lead: [lead, leftOutText(leftOut)].filter(Boolean).join(' · '),
    text: describeComparison(sizes, values.length),
    values: values.map(({ field, value, here, rest }) => ({
      field: labels[field],
      label: valueLabel(value, (shown) => masking.maskValue(field, shown), longest),
      here: (100 * here) / Math.max(1, sizes.here),
      rest: (100 * rest) / Math.max(1, sizes.rest),
      hereText: shareText(here, sizes.here),
      restText: shareText(rest, sizes.rest),
    })),
  };
}

function leftOutText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? vscode.l10n.t('1 request from this window left out')
    : vscode.l10n.t('{0} requests from this window left out', formatNumber(count));
}

function describeComparison({ here, rest }: UnusualResult['sizes'], found: number): string {
  if (here === 0) return vscode.l10n.t('No events are shown.');
  if (rest === 0)
    return vscode.l10n.t(
      'There are no other events to compare with. Filter, choose a time range, or select rows.',
    );
  if (found === 0)
    return vscode.l10n.t('No value is clearly more frequent in these events than in the others.');
  return vscode.l10n.t('More frequent in these events than in the others, most significant first:');
}

/** Formats a share in percent, with its count. A share between none and all is not rounded to 0 % or 100 %. */
function shareText(count: number, of: number): string {
  const share = count / Math.max(1, of);
  const said = count === 0 || count === of ? share : Math.min(0.999, Math.max(0.001, share));
  const percent = new Intl.NumberFormat(vscode.env.language, { style: 'percent', maximumFractionDigits: 1 });
  return vscode.l10n.t('{0} ({1})', percent.format(said), formatNumber(count));
}
