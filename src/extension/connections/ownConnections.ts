import * as vscode from 'vscode';
import type { Draft } from '../../core/service/connections/draft.ts';
import type { Entries } from '../../core/service/connections/entries.ts';
import { isUsableAddress } from '../../node/address.ts';
import type { Deps } from '../app/deps.ts';
import { pickConnection } from '../targets/pick.ts';
import type { AnyConnection } from '../targets/targets.ts';
import { redirectAddress } from './signIn/redirectAddress.ts';

type OwnConnectionsDeps = Pick<Deps, 'context' | 'log' | 'messages' | 'settings' | 'targets'>;

/** The connections in the person's settings, as the commands that change them need them. */
export class OwnConnections {
  readonly #deps: OwnConnectionsDeps;

  constructor(deps: OwnConnectionsDeps) {
    this.#deps = deps;
  }

  /** The setting's entries as the person wrote them, so that what we do not know stays. */
  entries(): Entries {
    const value = this.#deps.settings.connections();
    return Array.isArray(value) ? value : [];
  }

  /** The names that another connection can't have. */
  names(): readonly string[] {
    return this.#deps.targets.connections().map(({ name }) => name);
  }

  /** The user's settings.json at the setting: the form of the settings editor has nothing but a link to there. */
  openSettings(): Thenable<unknown> {
    return vscode.commands.executeCommand('workbench.action.openSettingsJson', {
      revealSetting: { key: 'vaultsql.connections', edit: this.entries().length === 0 },
    });
  }

  /**
   * Writes the setting. Returns false, after a message to the user, if the settings can't be written, or if the setting is
   * not a list: what the user wrote there would be lost.
   */
  async write(value: Entries): Promise<boolean> {
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

  /** One of them: that of the command's argument, else the one picked; never the local vault's. */
  pick(argument: unknown, title: string): Promise<AnyConnection | undefined> {
    return pickConnection(this.#deps, argument, title, (one) => !one.local);
  }

  /** Where a sign-in by the draft's server ends; undefined where it has none, or the address is not always the same. */
  redirectAddress({ issuer, tokenUrl = '' }: Draft): string | undefined {
    if (!isUsableAddress(issuer || tokenUrl)) return undefined;
    return redirectAddress(this.#deps.context.extension.id, issuer ? { issuer } : { tokenUrl });
  }

  /** What is wrong with a name for a connection; `own` is the one that it has. */
  nameProblem(value: string, own?: string): string | undefined {
    if (value === '') return vscode.l10n.t('Required.');
    if (value.includes('//')) return vscode.l10n.t('Enter a name, not an address.');
    if (value.includes('/')) return vscode.l10n.t('A name must not contain a slash.');
    // `-- vault: local/local-vault` must never reach another service.
    if (value === 'local') return vscode.l10n.t('This name is reserved for the local vault.');
    return value !== own && this.names().includes(value)
      ? vscode.l10n.t('Another connection has this name.')
      : undefined;
  }
}
