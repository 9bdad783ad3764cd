import * as vscode from 'vscode';
import { auditFields, getFieldEntries, isTimeField } from '../../../../core/audit/table/fields.ts';
import { outcomeOfEvent } from '../../../../core/audit/table/outcome.ts';
import { oneLine } from '../../../../core/messages/oneLine.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import { fieldLabels } from '../../labels.ts';

export function outcomeText(event: AuditEvent): string {
  const outcome = outcomeOfEvent(event);
  if (outcome === 'unknown') return vscode.l10n.t('outcome unknown');
  return outcome === 'succeeded'
    ? vscode.l10n.t('succeeded')
    : vscode.l10n.t('failed with {0}', String(event.response.code));
}

/**
 * Returns the tooltip of an event: the line `firstLine`, then a line for each field that has a value. `event` must be
 * masked already. The tooltip is plain text, not Markdown, because it quotes the service.
 */
export function eventTooltip(
  event: AuditEvent,
  firstLine: string,
  time: (timestamp: string) => string,
): string {
  const labels = fieldLabels();
  const lines = auditFields.flatMap(({ id }) => {
    const values = getFieldEntries(event, id).map((value) => oneLine(isTimeField(id) ? time(value) : value));
    return values.length === 0 ? [] : [`${labels[id]}: ${values.join(', ')}`];
  });
  return [firstLine, ...lines].join('\n');
}
