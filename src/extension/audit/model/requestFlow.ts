import * as vscode from 'vscode';
import { type AuditFilters, validateFilter } from '../../../core/audit/filters/filters.ts';
import { showInputBox } from '../../platform/dialogs.ts';
import { focusAuditView, runWithAuditViewProgress } from '../auditView.ts';
import { describeFilterProblem } from '../labels.ts';
import type { AuditModel } from './auditModel.ts';
import { createSameEventsCheck } from './sameEvents.ts';

/**
 * Where the user started a request. `table` keeps the keyboard focus; otherwise the Audit Events
 * view is displayed.
 */
export type StartedIn = 'table' | 'elsewhere';

/** Sends requests that the user starts, after prompting for a missing vault or account ID. */
export class RequestFlow {
  readonly #model: Pick<AuditModel, 'connections' | 'filters' | 'requests' | 'state'>;
  readonly #view: Pick<vscode.TreeView<unknown>, 'visible'>;
  readonly #selectVault: () => Promise<unknown>;

  constructor(
    model: Pick<AuditModel, 'connections' | 'filters' | 'requests' | 'state'>,
    view: Pick<vscode.TreeView<unknown>, 'visible'>,
    selectVault: () => Promise<unknown>,
  ) {
    this.#model = model;
    this.#view = view;
    this.#selectVault = selectVault;
  }

  /**
   * Displays the Audit Events view, unless the user started in the table, and prompts for a missing
   * vault or account ID. Resolves to whether a request can be sent.
   */
  async showViewAndEnsureVaultAndAccount(startedIn: StartedIn): Promise<boolean> {
    // A visible view must not take the focus. Whenever a tree that had the focus is redrawn, the editor focuses it
    // again, which would close a quick pick that was opened meanwhile.
    if (startedIn !== 'table' && !this.#view.visible) await focusAuditView();
    return this.#ensureVaultAndAccountID();
  }
  /**
   * Loads the newest page for these service filters, by default for the requested ones. Resolves to false if no request
   * was sent or its outcome was not applied. A failure counts as an outcome.
   */
  async promptIfNeededAndLoadNewest(filters?: AuditFilters): Promise<boolean> {
    return (
      (await this.#ensureVaultAndAccountID(filters)) &&
      runWithAuditViewProgress(() => this.#model.requests.loadNewest(filters))
    );
  }
  /**
   * Loads the newest page for these service filters. When the page arrives, clears the local filters, which could hide
   * some of the events.
   */
  async loadNewestClearingLocalFilters(filters: AuditFilters): Promise<boolean> {
    return (
      (await this.#ensureVaultAndAccountID()) &&
      runWithAuditViewProgress(() => this.#model.requests.loadNewestClearingLocalFilters(filters))
    );
  }
  async promptIfNeededAndRetry(): Promise<boolean> {
    return (
      (await this.#ensureVaultAndAccountID()) &&
      runWithAuditViewProgress(() => this.#model.requests.retryOrLoadNewest())
    );
  }

  /**
   * Prompts for a vault and for the account ID if they are missing, because the service requires an account ID (S25).
   * Resolves to whether a request can be sent.
   */
  async #ensureVaultAndAccountID(filters: AuditFilters = {}): Promise<boolean> {
    const { connections } = this.#model;
    if (!connections.current()) await this.#selectVault();
    const connection = connections.current();
    if (!connection) return false;
    if (filters.accountID || this.#model.filters.getServiceFiltersToSend().accountID) return true;
    const isSame = createSameEventsCheck(this.#model);
    const accountID = await showInputBox({
      title: vscode.l10n.t('Account ID of {0}', connection.name),
      prompt: vscode.l10n.t(
        'Audit events are listed by account. This ID is used in this window only; to save it, add it to the connection.',
      ),
      ignoreFocusOut: true,
      validateInput: (value) => {
        const problem = validateFilter('accountID', value.trim());
        return problem && describeFilterProblem(problem);
      },
    });
    // One connection's account must not be used for another.
    if (!accountID?.trim() || !isSame()) return false;
    connections.setAccountIDForWindow(accountID.trim());
    return true;
  }
}
