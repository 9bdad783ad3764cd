import * as vscode from 'vscode';
import { hasVariantNumber } from '../../../core/audit/feed/ledger.ts';
import { eventTimestamp } from '../../../core/audit/feed/timestamps.ts';
import { type FieldGroupID, fieldGroups } from '../../../core/audit/table/fieldGroups.ts';
import {
  findAuditField,
  isNeitherAbsentNorEmptyObject,
  isTimeField,
  jsonValueToText,
} from '../../../core/audit/table/fields.ts';
import { outcomeOfEvent } from '../../../core/audit/table/outcome.ts';
import { cleanForDisplay, oneLine } from '../../../core/messages/oneLine.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { AuditDetail } from '../../../protocol/audit.ts';
import { conflictText, fieldLabels } from '../labels.ts';
import type { AuditModel } from '../model/auditModel.ts';
import type { EventMasking } from '../model/masking.ts';

/** Maximum length of a field's value in a description, in UTF-16 code units. Longer values are truncated. */
const MAX_VALUE_LENGTH = 2_000;

const groupLabels = (): Readonly<Record<FieldGroupID, string>> => ({
  result: vscode.l10n.t('Result'),
  who: vscode.l10n.t('Who'),
  where: vscode.l10n.t('From where'),
  key: vscode.l10n.t('Key'),
  request: vscode.l10n.t('Request'),
  ids: vscode.l10n.t('IDs'),
});

/** The text about an event that is the same in the table's details and in the event's document. */
export type EventDescription = Pick<AuditDetail, 'title' | 'subtitle' | 'note' | 'groups'>;

/**
 * Returns the title, subtitle, note, and field groups of an event as text for display. The values of the event are
 * masked as `masking` requires. The note is not masked.
 */
export function describeEvent(
  event: AuditEvent,
  { masking, marks }: Pick<AuditModel, 'masking' | 'marks'>,
): EventDescription {
  const shown = masking.maskEvent(event);
  const mark = marks.getMark(event);
  const { context, request } = shown;
  return {
    title: oneLine([request.actionType, context.actor].filter(Boolean).join(' · '), 200),
    subtitle: [
      oneLine(masking.formatTime(eventTimestamp(shown) ?? ''), 60),
      ...(hasVariantNumber(event) ? [conflictText()] : []),
    ].join(' · '),
    ...(mark ? { note: cleanLines(mark.note).join('\n') } : {}),
    groups: createFieldGroups(shown, masking),
  };
}

/** Returns the lines of a text, each cleaned for display. */
export const cleanLines = (text: string): readonly string[] => text.split(/\r\n|\n/).map(cleanForDisplay);

function createFieldGroups(
  shown: AuditEvent,
  { formatTime }: Pick<EventMasking, 'formatTime'>,
): AuditDetail['groups'] {
  const [labels, names] = [fieldLabels(), groupLabels()];
  const groups = fieldGroups.map(([group, fields]) => ({
    label: names[group],
    rows: fields.flatMap((id) => {
      const value = jsonValueToText(findAuditField(id)?.read(shown));
      if (!isNeitherAbsentNorEmptyObject(value)) return [];
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
