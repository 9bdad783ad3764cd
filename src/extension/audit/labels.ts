import * as vscode from 'vscode';
import type { AuditEvent } from '../../core/api/types.ts';
import type { FilterName, FilterProblem } from '../../core/audit/filters.ts';
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

/**
 * One line for the tree: when, what and who, as much as a side panel shows. The time is as the service gives it (the
 * spec names no zone), without year and fraction; the tooltip and the event's document have all of it.
 */
export function eventLabel(event: AuditEvent): { readonly label: string; readonly description: string } {
  const { context, request, response } = event;
  const time = eventTimestamp(event);
  const short =
    time === undefined ? unknown : isProperTimestamp(time) ? time.slice(5, 19) : time.slice(0, 32);
  const what = request.actionType ?? request.apiName ?? unknown;
  const outcome = succeeded(event) === false ? ` · ${response.code} ${response.message ?? ''}`.trimEnd() : '';
  return { label: `${short} ${what}`, description: `${context.actor ?? unknown}${outcome}` };
}

/** Everything a glance needs, as plain text: a tooltip must not render what an event holds. */
export function eventTooltip(event: AuditEvent): string {
  const { context, request, response } = event;
  const lines: [string, string | number | undefined][] = [
    [vscode.l10n.t('Time'), eventTimestamp(event)],
    [vscode.l10n.t('Actor'), [context.actor, context.actorType].filter(Boolean).join(' · ') || undefined],
    [vscode.l10n.t('From'), [context.ipAddress, context.origin].filter(Boolean).join(' · ') || undefined],
    [vscode.l10n.t('Authentication'), context.authMode],
    [
      vscode.l10n.t('Request'),
      [request.httpInfo?.method, request.httpInfo?.URI].filter(Boolean).join(' ') || undefined,
    ],
    [vscode.l10n.t('Vault'), request.vaultID],
    [
      vscode.l10n.t('Outcome'),
      [response.code, response.message].filter((part) => part !== undefined && part !== '').join(' ') ||
        undefined,
    ],
    [vscode.l10n.t('Request ID'), context.requestID],
  ];
  return lines.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])).join('\n');
}
