import * as vscode from 'vscode';
import { queryOf } from '../../../../core/audit/feed/queryOf.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import type { AuditDetail } from '../../../../protocol/audit.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import type { EventArgument } from '../tree/auditNode.ts';

/** How events look, and what the person says of them. */
type Shown = Pick<AuditModel, 'masking' | 'marks'>;

interface EventAction {
  label(event: AuditEvent, shown: Shown): string;
  /** Whether it makes sense for the event. */
  fits(event: AuditEvent, shown: Shown): boolean;
  run(event: AuditEvent, shown: Shown): unknown;
}

const asNode = (event: AuditEvent): EventArgument => ({ kind: 'event', event });
const always = (): boolean => true;

const actions: Readonly<Record<string, EventAction>> = {
  reveal: {
    label: () => vscode.l10n.t('Reveal Literals'),
    fits: (event, { masking }) => masking.isHidden(event),
    run: (event, { masking }) => masking.reveal(event),
  },
  mark: {
    label: (event, { marks }) =>
      marks.of(event) ? vscode.l10n.t('Remove Mark') : vscode.l10n.t('Mark Event'),
    fits: always,
    run: (event, { marks }) =>
      vscode.commands.executeCommand(
        marks.of(event) ? 'vaultsql.audit.unmark' : 'vaultsql.audit.mark',
        asNode(event),
      ),
  },
  note: {
    label: (event, { marks }) =>
      marks.of(event)?.note ? vscode.l10n.t('Edit Note…') : vscode.l10n.t('Add Note…'),
    fits: always,
    run: (event) => vscode.commands.executeCommand('vaultsql.audit.addNote', asNode(event)),
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
  sameRequest: {
    label: () => vscode.l10n.t('Same Request'),
    fits: ({ context }) => Boolean(context.requestID),
    run: (event) => vscode.commands.executeCommand('vaultsql.audit.showSameRequest', asNode(event)),
  },
  openEvent: {
    label: () => vscode.l10n.t('Open Event'),
    fits: always,
    run: (event) => vscode.commands.executeCommand('vaultsql.audit.openEvent', asNode(event)),
  },
};

/** What can be done with one event, by the ID of its button, the most wanted first. A map: IDs come from the webview. */
export const eventActions: ReadonlyMap<string, EventAction> = new Map(Object.entries(actions));

/** The buttons of those that make sense for the event. */
export const buttonsOf = (event: AuditEvent, shown: Shown): AuditDetail['buttons'] =>
  [...eventActions]
    .filter(([, { fits }]) => fits(event, shown))
    .map(([id, { label }]) => ({ id, label: label(event, shown) }));
