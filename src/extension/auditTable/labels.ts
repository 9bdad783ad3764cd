import * as vscode from 'vscode';
import type { FieldID } from '../../core/audit/table/fields.ts';

/** What each field is called for a person, short enough for the head of a column. */
export const fieldLabels = (): Readonly<Record<FieldID, string>> => ({
  time: vscode.l10n.t('Time'),
  code: vscode.l10n.t('Code'),
  actor: vscode.l10n.t('Actor'),
  ipAddress: vscode.l10n.t('IP address'),
  actionType: vscode.l10n.t('Action'),
  content: vscode.l10n.t('Request content'),
  vaultID: vscode.l10n.t('Vault'),
  message: vscode.l10n.t('Message'),
  apiName: vscode.l10n.t('API name'),
  actorType: vscode.l10n.t('Actor type'),
  accessType: vscode.l10n.t('Access type'),
  authMode: vscode.l10n.t('Authentication mode'),
  method: vscode.l10n.t('HTTP method'),
  URI: vscode.l10n.t('URI'),
  resourceType: vscode.l10n.t('Resource type'),
  tags: vscode.l10n.t('Tags'),
  resourceIDs: vscode.l10n.t('Resource IDs'),
  workspaceID: vscode.l10n.t('Workspace ID'),
  accountID: vscode.l10n.t('Account ID'),
  parentAccountID: vscode.l10n.t('Parent account ID'),
  requestID: vscode.l10n.t('Request ID'),
  changeID: vscode.l10n.t('Event (change) ID'),
  traceID: vscode.l10n.t('Trace ID'),
  sessionID: vscode.l10n.t('Session ID'),
  jwtID: vscode.l10n.t('JWT ID'),
  keyID: vscode.l10n.t('Key ID'),
  bearerTokenContextID: vscode.l10n.t('Bearer token context ID'),
  origin: vscode.l10n.t('Origin'),
  answeredAt: vscode.l10n.t('Answered'),
  answer: vscode.l10n.t('Answer data'),
});

/** In place of a value that an event does not have. */
export const absent = (): string => vscode.l10n.t('(none)');

/** Control characters and those that turn text around, made visible: a label is drawn in one line among others. */
export const inert = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
