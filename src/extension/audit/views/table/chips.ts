import * as vscode from 'vscode';
import type { OpenedFile } from '../../../../core/audit/feed/feedState.ts';
import { msToTimestamp } from '../../../../core/audit/feed/timestamps.ts';
import type { AuditFilterState } from '../../../../core/audit/filters/filterState.ts';
import { findPreset } from '../../../../core/audit/filters/timePresets.ts';
import type { AuditQuery } from '../../../../core/audit/query/auditQuery.ts';
import { isRelativeTime, isTimeTerm } from '../../../../core/audit/query/editQuery.ts';
import { printQuery } from '../../../../core/audit/query/printQuery.ts';
import type { TimeRange } from '../../../../core/audit/table/filter.ts';
import type { AuditChip } from '../../../../protocol/audit.ts';
import type { Zone } from '../../../app/timeZone.ts';
import { localPlaceWords, placeWords } from '../../evaluationPlaces.ts';
import { type Formatter, localLabels, presetLabels, serviceLabels } from '../../labels.ts';
import { shortTimestamps } from '../../shortTimes.ts';

/**
 * Returns the label of a question's time range; undefined if there is none. `range` is the same time range in
 * milliseconds since 1970.
 */
export function rangeLabel(
  question: AuditQuery,
  range: TimeRange | undefined,
  zone: Zone,
): string | undefined {
  const times = question.filter(isTimeTerm);
  const preset = findPreset(times);
  if (preset) return presetLabels()[preset];
  if (times.some(isRelativeTime)) return printQuery(times);
  if (!range) return undefined;
  const short = shortTimestamps(zone);
  const [from, to] = [range.from, range.to - 1].map((ms) =>
    Number.isFinite(ms) ? short(msToTimestamp(ms)) : undefined,
  );
  if (from !== undefined && to !== undefined) return vscode.l10n.t('{0} – {1}', from, to);
  if (from !== undefined) return vscode.l10n.t('since {0}', from);
  return to === undefined ? undefined : vscode.l10n.t('until {0}', to);
}

/**
 * Returns a chip for each filter that the question bar does not display: the service's filters, and the filter for
 * chosen events. `pickedLabel` describes the chosen events. If it is empty, their number is displayed.
 */
export function createChips(
  { service, local }: AuditFilterState,
  pickedLabel: string,
  formatter: Pick<Formatter, 'maskValue'>,
  file: OpenedFile | undefined,
): readonly AuditChip[] {
  const ofService = serviceLabels(service, formatter).map(({ name, text }): AuditChip => {
    const field = name.slice(name.lastIndexOf('.') + 1);
    return {
      id: `service ${name}`,
      name: field,
      label: text,
      kind: 'service',
      place: placeWords('service').name,
    };
  });
  const chosen = localLabels({ ...local, question: [] }, formatter, pickedLabel).map(
    ({ text }): AuditChip => ({
      id: 'local events',
      name: 'events',
      label: text,
      kind: 'local',
      place: localPlaceWords(file).name,
    }),
  );
  return [...ofService, ...chosen];
}
