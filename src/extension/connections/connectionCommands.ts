import * as vscode from 'vscode';
import { withoutVersion } from '../../core/service/address.ts';
import { isUsableAddress } from '../../node/address.ts';
import type { CommandTable } from '../app/commands.ts';
import type { Deps } from '../app/deps.ts';
import { errorSentences, joined } from './apiErrors.ts';
import { pickConnection } from './pick.ts';
import { tryToken } from './tryToken.ts';

type Entry = Readonly<Record<string, unknown>>;

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
export function connectionCommands(deps: Deps): CommandTable {
  /** The setting's entries as the person wrote them, so that what we do not know stays. */
  const entries = (): readonly unknown[] => {
    const value = deps.settings.connections();
    return Array.isArray(value) ? value : [];
  };
  /** The user's settings.json at the setting: the form of the settings editor has nothing but a link to there. */
  const openSettings = (): Thenable<unknown> =>
    vscode.commands.executeCommand('workbench.action.openSettingsJson', {
      revealSetting: { key: 'vaultsql.connections', edit: entries().length === 0 },
    });
  const write = async (value: readonly unknown[]): Promise<boolean> => {
    try {
      await deps.settings.writeConnections(value);
      return true;
    } catch (error) {
      deps.log.defect('writing vaultsql.connections', error);
      await deps.messages.error(
        vscode.l10n.t('Could not write your settings. settings.json may have unsaved changes or an error.'),
        {
          label: vscode.l10n.t('Open Settings'),
          run: openSettings,
        },
      );
      return false;
    }
  };
  const nameProblem = (value: string): string | undefined => {
    if (value.includes('//')) return vscode.l10n.t('Enter a name, not an address.');
    if (value.includes('/')) return vscode.l10n.t('A name must not contain a slash.');
    // `-- vault: local/local-vault` must never reach another service.
    if (value === 'local') return vscode.l10n.t('This name is reserved for the local vault.');
    const taken = deps.targets.connections().some(({ name }) => name === value);
    return taken ? vscode.l10n.t('Another connection has this name.') : required(value);
  };
  const addressProblem = (value: string): string | vscode.InputBoxValidationMessage | undefined => {
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
  };
  const isNamed =
    (name: string) =>
    (entry: unknown): entry is Entry =>
      typeof entry === 'object' && entry !== null && (entry as Entry).name === name;

  return {
    'vaultsql.connection.add': async () => {
      const title = vscode.l10n.t('Add a connection');
      const name = await ask(title, vscode.l10n.t('Connection name'), 'sandbox', nameProblem);
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
      if (await write([...entries(), added]))
        await vscode.commands.executeCommand('vaultsql.connection.signIn', name);
    },
    'vaultsql.connection.edit': openSettings,
    'vaultsql.connection.remove': async (argument) => {
      const connection = await pickConnection(
        deps,
        argument,
        vscode.l10n.t('Remove which connection?'),
        (one) => !one.local,
      );
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
      if (!sure || !(await write(entries().filter((entry) => !isNamed(connection.name)(entry))))) return;
      await deps.credentials.remove(connection);
    },
    'vaultsql.connection.addVault': async (argument) => {
      const connection = await pickConnection(
        deps,
        argument,
        vscode.l10n.t('Add a vault to which connection?'),
        (one) => !one.local,
      );
      if (!connection) {
        await vscode.commands.executeCommand('vaultsql.connection.add');
        return;
      }
      const title = vscode.l10n.t('Add a vault to {0}', connection.name);
      const id = await ask(title, vscode.l10n.t('ID of the vault'), '', required);
      if (!id) return;
      const name = await ask(title, vscode.l10n.t('Vault name (optional)'), id, () => undefined);
      if (name === undefined) return;
      await write(
        entries().map((entry) =>
          isNamed(connection.name)(entry)
            ? {
                ...entry,
                vaults: [...(Array.isArray(entry.vaults) ? entry.vaults : []), { id, name: name || id }],
              }
            : entry,
        ),
      );
    },
    'vaultsql.connection.test': async (argument) => {
      const connection = await pickConnection(deps, argument, vscode.l10n.t('Test which connection?'));
      if (!connection) {
        await vscode.commands.executeCommand('vaultsql.query.selectVault');
        return;
      }
      if (!connection.accountID) {
        await deps.messages.warn(
          vscode.l10n.t(
            '“{0}” has no account ID. Set it, or run a query to test the connection.',
            connection.name,
          ),
          {
            label: vscode.l10n.t('Open Settings'),
            run: openSettings,
          },
        );
        return;
      }
      const outcome = await tryToken(deps, connection);
      if (outcome.ok) {
        await deps.messages.info(
          vscode.l10n.t(
            '“{0}” responded in {1} ms.',
            connection.name,
            Math.round(outcome.exchange.milliseconds),
          ),
        );
        return;
      }
      const said = errorSentences(outcome.error, { operation: 'audit', connection });
      await deps.messages.error(joined(said), ...(said.action ? [said.action] : []));
    },
  };
}
