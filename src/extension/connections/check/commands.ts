import * as vscode from 'vscode';
import type { CommandTable } from '../../app/commands.ts';
import { createMemoryDocuments, type MemoryDocuments } from '../../platform/memoryDocuments.ts';
import type { CheckServiceDeps } from './checkService.ts';

type CheckBundle = typeof import('./bundle.ts');

export const loadCheck = (): CheckBundle => require('./check.cjs') as CheckBundle;

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
