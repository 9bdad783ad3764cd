import * as vscode from 'vscode';
import {
  type Draft,
  listStepsToAddConnection,
  settingEntryOfDraft,
  suggestConnectionName,
} from '../../../core/service/connections/draft.ts';
import { makeUniqueName } from '../../../core/service/connections/settingEntries.ts';
import { getPastedSecretKind, signInTraits } from '../../../core/service/connections/signInKinds.ts';
import type { PendingRedirects } from '../../../node/signIn/callbacks.ts';
import type { Deps } from '../../app/deps.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import type { OwnConnections } from '../ownConnections.ts';
import { signInByBrowser } from '../signIn/interactiveSignIn.ts';
import { cleanSecret } from '../signIn/secret.ts';
import { verifySavedToken } from '../signIn/tryToken.ts';
import { openQueryOfVaultOrEmpty } from '../targetCommands.ts';
import {
  hasFailedStep,
  type ReportDeps,
  runConnectionTest,
  showConnectionReport,
} from '../testConnection.ts';
import { promptForFormFields } from './form.ts';
import { createLastStepQuestion, TEST_LATER } from './lastStep.ts';
import { createQuestion } from './questions.ts';

type AddConnectionDeps = ReportDeps &
  Pick<Deps, 'auditEvents' | 'client' | 'context' | 'messages' | 'targets'>;

/**
 * The form of the command Add Connection. If the user leaves the form, it reopens with the values entered so far, but
 * without a secret, until `forgetDraft` is called.
 */
export class AddConnectionForm {
  readonly #deps: AddConnectionDeps;
  readonly #own: OwnConnections;
  readonly #callbacks: PendingRedirects;
  #draft: Draft = {};

  constructor(deps: AddConnectionDeps, own: OwnConnections, callbacks: PendingRedirects) {
    this.#deps = deps;
    this.#own = own;
    this.#callbacks = callbacks;
  }

  async promptForAndAddConnection(): Promise<void> {
    const filled = await promptForFormFields(
      {
        title: vscode.l10n.t('Add a connection'),
        fields: listStepsToAddConnection,
        question: (field, draft) =>
          field === 'secret' || field === 'test'
            ? createLastStepQuestion(field, draft)
            : createQuestion(field, draft, this.#own),
        canGoBack: false,
        saveDraft: (draft) => {
          this.#draft = draft;
        },
      },
      this.#draft,
    );
    if (filled.kind !== 'done') return;
    // `local` is reserved for the local vault.
    const name = makeUniqueName(suggestConnectionName(filled.draft.baseUrl ?? ''), [
      ...this.#own.listNames(),
      'local',
    ]);
    const entry = settingEntryOfDraft({ ...filled.draft, name });
    if (!(await this.#own.writeEntries([...this.#own.readEntries(), entry]))) return;
    this.forgetDraft();
    const connection = this.#deps.targets.connections().find((one) => one.name === name);
    if (connection) await this.#signInAndTest(connection, filled.last ?? '');
  }

  forgetDraft(): void {
    this.#draft = {};
  }

  async #signInAndTest(connection: AnyConnection, last: string): Promise<void> {
    const { kind } = connection.auth;
    const hasSecret = getPastedSecretKind(kind) !== undefined;
    // The user chose to send nothing, not even to the sign-in server.
    if (!hasSecret && last === TEST_LATER) return openNewQuery(connection);
    if (!(await this.#signIn(connection, last))) return;
    if (!connection.accountID) {
      // Not awaited: a notification stays as long as the user likes.
      void verifySavedToken(this.#deps, connection);
      return openNewQuery(connection);
    }
    const report = await runConnectionTest(this.#deps, connection, connection.vaults);
    if (!report) return;
    if (!hasFailedStep(report)) void this.#showSuccess(connection);
    // If the user signed in again from the report, the query opens too. That token is verified separately.
    else if ((await showConnectionReport(this.#deps, connection, report)) !== true) return;
    await openNewQuery(connection);
  }

  async #signIn(connection: AnyConnection, last: string): Promise<boolean> {
    const { kind } = connection.auth;
    switch (signInTraits[kind].signsInWith) {
      case 'browser':
        return signInByBrowser(this.#deps, connection, this.#callbacks);
      case 'token':
      case 'clientSecret': {
        const read = cleanSecret(kind, last);
        if (read.ok) await this.#deps.credentials.storeSecret(connection, read.secret);
        return read.ok;
      }
      case 'nothing':
        return true;
    }
  }

  #showSuccess({ name }: AnyConnection): Promise<void> {
    return this.#deps.messages.info(
      vscode.l10n.t('The connection “{0}” works. Write a SELECT and run it.', name),
      {
        label: vscode.l10n.t('Rename'),
        run: () => this.#deps.connections().edit(name, 'name'),
      },
      {
        label: vscode.l10n.t('Add ClickHouse Trail'),
        run: () => this.#deps.connections().edit(name, 'trail'),
      },
    );
  }
}

/**
 * Opens a new query for the connection's first vault, or an empty query if the connection has no vault. Does not select
 * the vault, because then the statements of documents without a directive would be sent there too.
 */
function openNewQuery(connection: AnyConnection): Promise<void> {
  const [vault] = connection.vaults;
  return openQueryOfVaultOrEmpty(vault && { connection, vault });
}
