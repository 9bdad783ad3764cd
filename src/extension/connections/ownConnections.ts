import * as vscode from 'vscode';
import type { Draft } from '../../core/service/connections/draft.ts';
import type { Entries } from '../../core/service/connections/settingEntries.ts';
import { isUsableAddress } from '../../node/address.ts';
import type { Deps } from '../app/deps.ts';
import { pickConnection } from '../targets/pick.ts';
import type { AnyConnection } from '../targets/targets.ts';
import { createRedirectAddress } from './signIn/redirectAddress.ts';

type OwnConnectionsDeps = Pick<Deps, 'context' | 'log' | 'messages' | 'settings' | 'targets'>;

export class OwnConnections {
  readonly #deps: OwnConnectionsDeps;

  constructor(deps: OwnConnectionsDeps) {
    this.#deps = deps;
  }

  /** Returns the entries of `vaultsql.connections` as they are in the settings; empty if the setting is not a list. */
  readEntries(): Entries {
    const value = this.#deps.settings.connections();
    return Array.isArray(value) ? value : [];
  }

  listNames(): readonly string[] {
    return this.#deps.targets.connections().map(({ name }) => name);
  }

  openSettings(): Thenable<unknown> {
    return vscode.commands.executeCommand('workbench.action.openSettingsJson', {
      revealSetting: { key: 'vaultsql.connections', edit: this.readEntries().length === 0 },
    });
  }

  /** Writes `vaultsql.connections`. Returns false, after an error message, if it was not written. */
  async writeEntries(value: Entries): Promise<boolean> {
    const { settings, log, messages } = this.#deps;
    const current = settings.connections();
    if (current !== undefined && current !== null && !Array.isArray(current)) {
      await messages.error(
        vscode.l10n.t('Connections were not changed: vaultsql.connections must be a list.'),
        { label: vscode.l10n.t('Open Settings'), run: () => this.openSettings() },
      );
      return false;
    }
    try {
      await settings.writeConnections(value);
      return true;
    } catch (error) {
      log.defect('writing vaultsql.connections', error);
      await messages.error(
        vscode.l10n.t('Could not write your settings. settings.json may have unsaved changes or an error.'),
        { label: vscode.l10n.t('Open Settings'), run: () => this.openSettings() },
      );
      return false;
    }
  }

  /**
   * Returns the connection that `argument` (a tree node or a connection's name) identifies, else one that the user may
   * pick. Undefined if there is none or the user cancels. Never returns the connection of the local vault.
   */
  pickConnection(argument: unknown, title: string): Promise<AnyConnection | undefined> {
    return pickConnection(this.#deps, argument, title, (one) => !one.local);
  }

  /**
   * Returns the redirect address to register at the draft's sign-in server. Undefined if the draft has no valid server
   * address, or if the editor runs in a browser, where the redirect address varies.
   */
  createRedirectAddress({ issuer, tokenUrl = '' }: Draft): string | undefined {
    if (!isUsableAddress(issuer || tokenUrl)) return undefined;
    return createRedirectAddress(this.#deps.context.extension.id, issuer ? { issuer } : { tokenUrl });
  }

  /**
   * Returns the error message for a connection name; undefined if it is valid. `currentName`: the current name of the
   * connection, which does not count as taken.
   */
  findNameProblem(value: string, currentName?: string): string | undefined {
    if (value === '') return vscode.l10n.t('Required.');
    if (value.includes('//')) return vscode.l10n.t('Enter a name, not an address.');
    if (value.includes('/')) return vscode.l10n.t('A name must not contain a slash.');
    // Statements for `local/local-vault` must never be sent to another service.
    if (value === 'local') return vscode.l10n.t('This name is reserved for the local vault.');
    return value !== currentName && this.listNames().includes(value)
      ? vscode.l10n.t('Another connection has this name.')
      : undefined;
  }
}
