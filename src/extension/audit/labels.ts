import * as vscode from 'vscode';
import type { AuditEvent } from '../../core/api/types.ts';
import type { FilterName, FilterProblem } from '../../core/audit/filters.ts';
import { oneLine } from '../../core/audit/shown.ts';
import { auditFields, type FieldID, fieldValues } from '../../core/audit/table/fields.ts';
import { eventTimestamp, isProperTimestamp } from '../../core/audit/timestamps.ts';

/** What each filter is called for a person. */
export const filterLabels = (): Readonly<Record<FilterName, string>> => ({
  accountID: vscode.l10n.t('Account ID'),
  parentAccountID: vscode.l10n.t('Parent account ID'),
  workspaceID: vscode.l10n.t('Workspace ID'),
  vaultID: vscode.l10n.t('Vault ID'),
  resourceIDs: vscode.l10n.t('Resource IDs'),
  'context.changeID': vscode.l10n.t('Event (change) ID'),
  'context.requestID': vscode.l10n.t('Request ID'),
  'context.sessionID': vscode.l10n.t('Session ID'),
  'context.actor': vscode.l10n.t('Actor'),
  'context.actorType': vscode.l10n.t('Actor type'),
  'context.accessType': vscode.l10n.t('Access type'),
  'context.ipAddress': vscode.l10n.t('IP address'),
  'context.origin': vscode.l10n.t('Origin'),
  'context.authMode': vscode.l10n.t('Authentication mode'),
  'context.jwtID': vscode.l10n.t('JWT ID'),
  'context.bearerTokenContextID': vscode.l10n.t('Bearer token context ID'),
});

export function filterProblem(problem: FilterProblem): string {
  switch (problem) {
    case 'required':
      return vscode.l10n.t('The service needs this one.');
    case 'not-an-ip':
      return vscode.l10n.t('An IPv4 or IPv6 address, for example 203.0.113.7.');
    case 'not-a-resource-id':
      return vscode.l10n.t('Entries of the form <resourceType>/<resourceID>, separated by commas.');
    case 'too-long':
      return vscode.l10n.t('This is too long for a filter.');
    case 'blanks-around':
      return vscode.l10n.t('Blanks before or after the value would be part of it.');
    case 'control-character':
      return vscode.l10n.t('This holds control characters.');
  }
}

const unknown = '–';

/** True for 2xx, false for another code, undefined where the event carries none. */
export const succeeded = ({ response: { code } }: AuditEvent): boolean | undefined =>
  code === undefined ? undefined : code >= 200 && code < 300;

/** The outcome in words, beside the icon. */
export function outcomeText(event: AuditEvent): string {
  const outcome = succeeded(event);
  if (outcome === undefined) return vscode.l10n.t('outcome unknown');
  return outcome ? vscode.l10n.t('succeeded') : vscode.l10n.t('failed with {0}', String(event.response.code));
}

/** What each field of an event is called for a person. */
export const fieldLabels = (): Readonly<Record<FieldID, string>> => {
  const filters = filterLabels();
  return {
    time: vscode.l10n.t('Time'),
    code: vscode.l10n.t('Response code'),
    actor: filters['context.actor'],
    ipAddress: filters['context.ipAddress'],
    actionType: vscode.l10n.t('Action'),
    content: vscode.l10n.t('Content'),
    vaultID: filters.vaultID,
    message: vscode.l10n.t('Message'),
    apiName: vscode.l10n.t('API'),
    actorType: filters['context.actorType'],
    accessType: filters['context.accessType'],
    authMode: filters['context.authMode'],
    method: vscode.l10n.t('Method'),
    URI: vscode.l10n.t('Path'),
    resourceType: vscode.l10n.t('Resource type'),
    tags: vscode.l10n.t('Tag'),
    resourceIDs: vscode.l10n.t('Resource'),
    workspaceID: filters.workspaceID,
    accountID: filters.accountID,
    parentAccountID: filters.parentAccountID,
    requestID: filters['context.requestID'],
    changeID: filters['context.changeID'],
    traceID: vscode.l10n.t('Trace ID'),
    sessionID: filters['context.sessionID'],
    jwtID: filters['context.jwtID'],
    keyID: vscode.l10n.t('Key ID'),
    bearerTokenContextID: filters['context.bearerTokenContextID'],
    origin: filters['context.origin'],
    answeredAt: vscode.l10n.t('Time of the answer'),
    answer: vscode.l10n.t('Answer'),
  };
};

/**
 * One line for the tree: when, what and who, as much as a side panel shows. `time` is that of `formatTimestamp`; year,
 * fraction and zone are left out, since the view's description names the zone and the value nodes have all of it.
 */
export function eventLabel(
  event: AuditEvent,
  time: (timestamp: string) => string,
): { readonly label: string; readonly description: string } {
  const { context, request, response } = event;
  const stamp = eventTimestamp(event);
  const when =
    stamp === undefined ? unknown : isProperTimestamp(stamp) ? time(stamp).slice(5, 19) : stamp.slice(0, 32);
  const what = request.actionType ?? request.apiName ?? unknown;
  const code = response.code === undefined ? '' : ` · ${response.code}`;
  const outcome = succeeded(event) === false ? `${code} ${response.message ?? ''}`.trimEnd() : code;
  return {
    label: oneLine(`${when} ${what}`),
    description: oneLine(`${context.actor ?? unknown}${outcome}`),
  };
}

/** Several lines for the tooltip, as text: it quotes the service. Parts that the event does not have are left out. */
export function eventTooltip(event: AuditEvent, time: (timestamp: string) => string): string {
  const labels = fieldLabels();
  const lines = auditFields.flatMap(({ id }) => {
    const values = fieldValues(event, id).map((value) => oneLine(isTimeField(id) ? time(value) : value));
    return values.length === 0 ? [] : [`${labels[id]}: ${values.join(', ')}`];
  });
  return [outcomeText(event), ...lines].join('\n');
}

/** Whether the values of a field are timestamps. */
export const isTimeField = (id: FieldID): boolean => id === 'time' || id === 'answeredAt';
