import * as vscode from 'vscode';
import type { LocalVaultState } from '../../targets/targets.ts';

export type FailedStart = Extract<LocalVaultState, { readonly kind: 'failed' }>;
export interface NextStep {
  readonly label: string;
  readonly icon: string;
  readonly command?: string;
  readonly argument?: string;
}

export function createStartingItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Local vault'));
  item.description = vscode.l10n.t('starting');
  item.iconPath = new vscode.ThemeIcon('loading~spin');
  item.contextValue = 'startingVault';
  return item;
}

export function createFailedStartItem({ cause }: FailedStart): vscode.TreeItem {
  const label = vscode.l10n.t('The local vault did not start');
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded);
  item.tooltip = `${label}. ${cause}`;
  item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('problemsErrorIcon.foreground'));
  item.contextValue = 'failedStart';
  return item;
}

export const listNextSteps = ({ reason, cause }: FailedStart): readonly NextStep[] => [
  { label: cause, icon: 'info' },
  ...(reason === 'portInUse'
    ? [
        {
          label: vscode.l10n.t('Choose Another Port'),
          icon: 'settings-gear',
          command: 'workbench.action.openSettings',
          argument: 'vaultsql.localVault.port',
        },
      ]
    : [{ label: vscode.l10n.t('Show Log'), icon: 'output', command: 'vaultsql.showLog' }]),
  {
    label: vscode.l10n.t('Start Local Vault'),
    icon: 'server-process',
    command: 'vaultsql.localVault.start',
  },
  {
    label: vscode.l10n.t('Open Help'),
    icon: 'question',
    command: 'vaultsql.openHelp',
    argument: 'local-vault',
  },
  { label: vscode.l10n.t('Add Connection'), icon: 'add', command: 'vaultsql.connection.add' },
];

export function createNextStepItem({ label, icon, command, argument }: NextStep): vscode.TreeItem {
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.None);
  item.iconPath = new vscode.ThemeIcon(icon);
  if (command) item.command = { command, title: label, arguments: argument === undefined ? [] : [argument] };
  item.tooltip = label;
  item.contextValue = 'nextStep';
  return item;
}
