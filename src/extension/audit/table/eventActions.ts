import * as vscode from 'vscode';
import { queryOf } from '../../../core/audit/feed/queryOf.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { AuditDetail } from '../../../protocol/audit.ts';
import type { EventMasking } from '../masking.ts';
import type { EventArgument } from '../tree/auditNode.ts';

interface EventAction {
  label(): string;
  /** Whether it makes sense for the event. */
  fits(event: AuditEvent, masking: EventMasking): boolean;
  run(event: AuditEvent, masking: EventMasking): unknown;
}

const asNode = (event: AuditEvent): EventArgument => ({ kind: 'event', event });
const always = (): boolean => true;

/** What can be done with one event. */
export const eventActions: Readonly<Record<string, EventAction>> = {
  openEvent: {
    label: () => vscode.l10n.t('Open Event'),
    fits: always,
    run: (event) => vscode.commands.executeCommand('vaultsql.audit.openEvent', asNode(event)),
  },
  openQuery: {
    label: () => vscode.l10n.t('Open Query'),
    fits: (event) => queryOf(event) !== undefined,
    run: (event) => vscode.commands.executeCommand('vaultsql.audit.openQuery', asNode(event)),
  },
  runAgain: {
    label: () => vscode.l10n.t('Run Again'),
    fits: (event) => queryOf(event) !== undefined,
    run: (event) => vscode.commands.executeCommand('vaultsql.audit.runQueryAgain', asNode(event)),
  },
  reveal: {
    label: () => vscode.l10n.t('Reveal Literals'),
    fits: (event, masking) => masking.isHidden(event),
    run: (event, masking) => masking.reveal(event),
  },
  sameRequest: {
    label: () => vscode.l10n.t('Same Request'),
    fits: ({ context }) => Boolean(context.requestID),
    run: (event) => vscode.commands.executeCommand('vaultsql.audit.showSameRequest', asNode(event)),
  },
};

/** The buttons of those that make sense for the event. */
export const buttonsOf = (event: AuditEvent, masking: EventMasking): AuditDetail['buttons'] =>
  Object.entries(eventActions)
    .filter(([, { fits }]) => fits(event, masking))
    .map(([id, { label }]) => ({ id, label: label() }));
