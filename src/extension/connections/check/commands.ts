/** The command Check This Service. The code of the check is loaded when it is first run. */
import * as vscode from 'vscode';
import type { CommandTable } from '../../app/commands.ts';
import { createMemoryDocuments, type MemoryDocuments } from '../../platform/memoryDocuments.ts';
import type { CheckServiceDeps } from './checkService.ts';

type CheckBundle = typeof import('./bundle.ts');

/** Returns the exports of the bundle `dist/check.cjs`, which is loaded by the first call. */
export const loadCheck = (): CheckBundle => require('./check.cjs') as CheckBundle;

/**
 * Returns the command that checks a service. Its argument may be a tree node or a connection's name. It returns the
 * number of rules by their verdict; undefined if nothing was checked. `documents` displays the reports.
 */
export const createCheckServiceCommands = (
  deps: CheckServiceDeps,
  documents: MemoryDocuments,
): CommandTable => ({
  'vaultsql.connection.check': (argument) => loadCheck().pickAndCheck(deps, documents, argument),
});

export const createReportDocuments = (): MemoryDocuments =>
  createMemoryDocuments(
    'vaultsql-check',
    vscode.l10n.t('This report is no longer in memory. Check the service again.'),
    { keepsClosed: true },
  );
