import * as vscode from 'vscode';
import { withoutVersion } from '../../core/service/address.ts';
import { withEntry, withoutEntry } from '../../core/service/connectionEntries.ts';
import { isUsableAddress } from '../../node/address.ts';
import type { CommandTable } from '../app/commands.ts';
import type { Deps } from '../app/deps.ts';
import { OwnConnections } from './ownConnections.ts';

/** Asks one thing after the other; undefined as soon as the person leaves. */
async function ask(
  title: string,
  prompt: string,
  placeHolder: string,
  check: (value: string) => string | vscode.InputBoxValidationMessage | undefined,
): Promise<string | undefined> {
  const answer = await vscode.window.showInputBox({
    title,
    prompt,
    placeHolder,
    ignoreFocusOut: true,
    validateInput: (value) => check(value.trim()),
  });
  return answer?.trim();
}

const required = (value: string): string | undefined =>
  value === '' ? vscode.l10n.t('Required.') : undefined;

function addressProblem(value: string): string | vscode.InputBoxValidationMessage | undefined {
  if (value === '') return required(value);
  if (!isUsableAddress(value))
    return vscode.l10n.t(
      'Enter an https address without user, query, or fragment; http only for this machine.',
    );
  if (withoutVersion(value) !== value)
    return {
      message: vscode.l10n.t('/v1 at the end is removed; it is added to each request.'),
      severity: vscode.InputBoxValidationSeverity.Info,
    };
  // A warning can be passed: there may be a gateway that wants it so.
  return /\/v1\//i.test(new URL(value).pathname)
    ? {
        message: vscode.l10n.t('/v1/… is added to this address automatically. Omit it.'),
        severity: vscode.InputBoxValidationSeverity.Warning,
      }
    : undefined;
}

/** Adds, edits and removes connections. */
export function connectionCommands(deps: Deps): CommandTable {
  const own = new OwnConnections(deps);
  return {
    'vaultsql.connection.add': () => addConnection(own),
    'vaultsql.connection.edit': () => own.openSettings(),
    'vaultsql.connection.remove': (argument) => removeConnection(deps, own, argument),
    'vaultsql.connection.addVault': (argument) => addVault(own, argument),
  };
}

async function addConnection(own: OwnConnections): Promise<void> {
  const title = vscode.l10n.t('Add a connection');
  const name = await ask(title, vscode.l10n.t('Connection name'), 'sandbox', (value) =>
    own.nameProblem(value),
  );
  if (!name) return;
  const baseUrl = await ask(
    title,
    vscode.l10n.t('Address of the service'),
    'https://vault.example.com',
    addressProblem,
  );
  if (!baseUrl) return;
  const environment = await vscode.window.showQuickPick(['test', 'development', 'production'], {
    title: vscode.l10n.t('Which environment is this?'),
    placeHolder: vscode.l10n.t('Production data is clearly marked'),
    // What was typed before must not be lost because something else took the keyboard.
    ignoreFocusOut: true,
  });
  if (!environment) return;
  const accountID = await ask(
    title,
    vscode.l10n.t('Account ID (optional; required for audit events)'),
    '',
    () => undefined,
  );
  if (accountID === undefined) return;
  const vaultID = await ask(title, vscode.l10n.t('ID of the first vault'), '', required);
  if (!vaultID) return;
  const vaultName = await ask(title, vscode.l10n.t('Vault name (optional)'), vaultID, () => undefined);
  if (vaultName === undefined) return;
  const vaults = [{ id: vaultID, name: vaultName || vaultID }];
  const added = { name, environment, baseUrl, accountID, vaults, auth: { kind: 'token' } };
  if (await own.write([...own.entries(), added]))
    await vscode.commands.executeCommand('vaultsql.connection.signIn', name);
}

async function removeConnection(deps: Deps, own: OwnConnections, argument: unknown): Promise<void> {
  const connection = await own.pick(argument, vscode.l10n.t('Remove which connection?'));
  if (!connection) {
    await deps.messages.info(vscode.l10n.t('No connections to remove.'));
    return;
  }
  const sure = await deps.messages.confirm(
    vscode.l10n.t('Remove the connection “{0}”?', connection.name),
    vscode.l10n.t(
      'This removes it from your settings and deletes its token. The vault itself does not change.',
    ),
    vscode.l10n.t('Remove'),
  );
  if (!sure || !(await own.write(withoutEntry(own.entries(), connection.name)))) return;
  await deps.credentials.remove(connection);
}

async function addVault(own: OwnConnections, argument: unknown): Promise<void> {
  const connection = await own.pick(argument, vscode.l10n.t('Add a vault to which connection?'));
  if (!connection) {
    await vscode.commands.executeCommand('vaultsql.connection.add');
    return;
  }
  const title = vscode.l10n.t('Add a vault to {0}', connection.name);
  const id = await ask(title, vscode.l10n.t('ID of the vault'), '', required);
  if (!id) return;
  const name = await ask(title, vscode.l10n.t('Vault name (optional)'), id, () => undefined);
  if (name === undefined) return;
  await own.write(
    withEntry(own.entries(), connection.name, (entry) => ({
      ...entry,
      vaults: [...(Array.isArray(entry.vaults) ? entry.vaults : []), { id, name: name || id }],
    })),
  );
}
