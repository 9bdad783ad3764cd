import * as vscode from 'vscode';
import { isConflicting } from '../../../../core/audit/feed/ledger.ts';
import { queryOf } from '../../../../core/audit/feed/queryOf.ts';
import { eventTimestamp } from '../../../../core/audit/feed/timestamps.ts';
import { type FieldGroupID, fieldGroups } from '../../../../core/audit/table/fieldGroups.ts';
import { auditField, isSearchable, isTimeField, valueText } from '../../../../core/audit/table/fields.ts';
import { outcomeOfEvent } from '../../../../core/audit/table/outcome.ts';
import { cleanForDisplay, oneLine } from '../../../../core/messages/oneLine.ts';
import { stringifyJson } from '../../../../core/service/json.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import type { AuditDetail } from '../../../../protocol/audit.ts';
import type { Deps } from '../../../app/deps.ts';
import { conflictText, fieldLabels } from '../../labels.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import type { EventMasking } from '../../model/masking.ts';
import type { TableActions } from '../../tableActions.ts';

/**
 * Maximum length of a value in the details, in UTF-16 code units. The JSON in the details contains
 * longer values in full.
 */
const MAX_VALUE_LENGTH = 2_000;

const groupLabels = (): Readonly<Record<FieldGroupID, string>> => ({
  result: vscode.l10n.t('Result'),
  who: vscode.l10n.t('Who'),
  where: vscode.l10n.t('From where'),
  key: vscode.l10n.t('Key'),
  request: vscode.l10n.t('Request'),
  ids: vscode.l10n.t('IDs'),
});

interface DetailParts extends Pick<Deps, 'language'> {
  readonly model: Pick<AuditModel, 'masking' | 'marks'>;
  readonly actions: Pick<TableActions, 'auditActions'>;
}

/**
 * Returns the details of an event, masked for display. Throws a `RangeError`, which names the
 * 0-based `row`, if `event` is undefined.
 */
export function createEventDetail(
  event: AuditEvent | undefined,
  row: number,
  { model, language, actions }: DetailParts,
): AuditDetail {
  if (!event) throw new RangeError(`no event in row ${row}`);
  const { masking } = model;
  const shown = masking.shown(event);
  const mark = model.marks.getMark(event);
  const { context, request } = shown;
  return {
    title: oneLine([request.actionType, context.actor].filter(Boolean).join(' · '), 200),
    subtitle: [
      oneLine(masking.formatTime(eventTimestamp(shown) ?? ''), 60),
      ...(isConflicting(event) ? [conflictText()] : []),
    ].join(' · '),
    ...(mark
      ? {
          note: mark.note
            .split('\n')
            .map((line) => cleanForDisplay(line))
            .join('\n'),
        }
      : {}),
    code: highlightQuery(shown, language),
    groups: createFieldGroups(shown, masking),
    json: stringifyJson(shown.raw),
    buttons: actions.auditActions.forEvent(event),
  };
}

function highlightQuery(shown: AuditEvent, language: Deps['language']): AuditDetail['code'] {
  const query = queryOf(shown);
  const content = shown.request.data?.content;
  const pieces = query
    ? language().highlightSql(query)
    : content
      ? [{ text: content, kind: 'plain' } as const]
      : [];
  return pieces.map(({ text, kind }) => ({ text: text.split('\n').map(cleanForDisplay).join('\n'), kind }));
}

function createFieldGroups(
  shown: AuditEvent,
  { formatTime }: Pick<EventMasking, 'formatTime'>,
): AuditDetail['groups'] {
  const [labels, names] = [fieldLabels(), groupLabels()];
  const groups = fieldGroups.map(([group, fields]) => ({
    label: names[group],
    rows: fields.flatMap((id) => {
      const value = valueText(auditField(id)?.read(shown));
      if (!isSearchable(value)) return [];
      const failed = id === 'code' && outcomeOfEvent(shown) === 'failed';
      const whole = isTimeField(id) ? formatTime(value) : value;
      const text = cleanForDisplay(
        whole.length > MAX_VALUE_LENGTH ? `${whole.slice(0, MAX_VALUE_LENGTH)}…` : whole,
      );
      return [{ label: labels[id], text, ...(failed ? { failed } : {}) }];
    }),
  }));
  return groups.filter(({ rows }) => rows.length > 0);
}
