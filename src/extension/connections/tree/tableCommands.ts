import * as vscode from 'vscode';
import type { KnownTable } from '../../../core/schema/catalogue.ts';
import { isRecord } from '../../../protocol/validate.ts';
import type { CommandTable } from '../../app/commands.ts';
import type { Deps } from '../../app/deps.ts';
import type { QueriesApi } from '../../app/featureApis.ts';
import type { NameSources } from '../../app/sqlLanguage.ts';
import { createMemoryDocuments } from '../../platform/memoryDocuments.ts';
import { findTargetOfNode } from '../../targets/pick.ts';
import type { Target } from '../../targets/targets.ts';
import { createVaultDirective, openQueryDocument } from '../targetCommands.ts';
import { pickKnownName } from './findTable.ts';

type TableCommandsDeps = NameSources &
  Pick<Deps, 'auditEvents' | 'clipboard' | 'context' | 'language' | 'messages' | 'queries'>;

interface ChosenTable {
  readonly target: Target;
  readonly table: KnownTable;
}

export function createTableCommands(deps: TableCommandsDeps): CommandTable {
  const documents = createMemoryDocuments('vaultsql-table', '');
  deps.context.subscriptions.push(documents);
  let documentCount = 0;
  /**
   * Runs `SELECT *` for a table, or counts the table's rows, as `method` says. The table is that of `argument` (a tree
   * node), or one that the user chooses. The document with the statement is not displayed.
   */
  const callForTable = async (
    argument: unknown,
    title: string,
    method: keyof QueriesApi,
  ): Promise<unknown> => {
    const chosen = await chooseTable(deps, argument, title);
    if (!chosen) return undefined;
    const first = `${createVaultDirective(chosen.target)}\n`;
    const text = `${first}${deps.language().selectAllQuery(chosen.table)}`;
    const { uri } = await documents.createOrUpdate(
      '/table.vaultsql',
      String(++documentCount),
      text,
      'vaultsql',
    );
    return deps.queries()[method](uri, first.length);
  };
  return {
    'vaultsql.table.newQuery': async (argument) => {
      const chosen = await chooseTable(deps, argument, vscode.l10n.t('New query over which table?'));
      if (!chosen) return;
      await openQueryDocument(
        `${createVaultDirective(chosen.target)}\n${deps.language().selectColumnsQuery(chosen.table)}`,
        chosen.table.label,
      );
    },
    'vaultsql.table.firstPage': (argument) =>
      callForTable(argument, vscode.l10n.t('Show the first page of which table?'), 'run'),
    'vaultsql.table.countRows': (argument) =>
      callForTable(argument, vscode.l10n.t('Count the rows of which table?'), 'countRows'),
    'vaultsql.table.copyName': async (argument) => {
      const name =
        getColumnName(argument) ??
        (await chooseTable(deps, argument, vscode.l10n.t('Copy which name?')))?.table.name;
      if (name !== undefined) await deps.clipboard.writePermanently(name);
    },
    'vaultsql.table.whoRead': async (argument) => {
      const chosen = await chooseTable(deps, argument, vscode.l10n.t('Who read which table?'));
      if (!chosen) return undefined;
      const { target, table } = chosen;
      // If the vault's events are not loaded, “who read what” would list the readers of other data.
      if (!(await deps.auditEvents().showEventsOfVault(target, table.label))) return undefined;
      return deps.auditEvents().showWhoReadWhat();
    },
  };
}

async function chooseTable(
  deps: TableCommandsDeps,
  argument: unknown,
  title: string,
): Promise<ChosenTable | undefined> {
  const target = findTargetOfNode(deps, argument);
  const named = isRecord(argument) && isRecord(argument.table) ? argument.table.name : undefined;
  const own = target && typeof named === 'string' ? await findTableByName(deps, target, named) : undefined;
  if (own) return own;
  const found = await pickKnownName(deps, { title, isTablesOnly: true });
  return found?.table && findTableByName(deps, found.vault.target, found.table.name);
}

async function findTableByName(
  deps: TableCommandsDeps,
  target: Target,
  tableName: string,
): Promise<ChosenTable | undefined> {
  const tables = await deps.language().findTables(deps, target);
  // Another source of names may spell the table differently.
  const { createNameKey } = deps.language();
  const table = tables.find(({ key }) => key === createNameKey(tableName));
  return table && { target, table };
}

const getColumnName = (argument: unknown): string | undefined =>
  isRecord(argument) && isRecord(argument.column) && typeof argument.column.name === 'string'
    ? argument.column.name
    : undefined;
