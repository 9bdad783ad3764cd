import * as vscode from 'vscode';
import { type AuditFilters, validateFilter } from '../../../core/audit/filters/filters.ts';
import { showInputBox } from '../../platform/dialogs.ts';
import { focusAuditView, withProgress } from '../auditView.ts';
import { filterProblem } from '../labels.ts';
import type { AuditModel } from './auditModel.ts';
import { createSameEvents } from './sameEvents.ts';

/**
 * Where the user started something: in the audit table, which shows what comes of it and keeps the keyboard, or elsewhere.
 * In the latter case the Audit Events view is shown.
 */
export type StartedIn = 'table' | 'elsewhere';

/**
 * Requests that the user starts: first they are asked for what a request lacks, a vault or the account ID, then progress is
 * shown in the Audit Events view.
 */
export class RequestFlow {
  readonly #model: Pick<AuditModel, 'connections' | 'filters' | 'requests' | 'state'>;
  readonly #view: Pick<vscode.TreeView<unknown>, 'visible'>;
  readonly #selectVault: () => Promise<unknown>;

  /** `selectVault` lets the user select the vault to which queries go. */
  constructor(
    model: Pick<AuditModel, 'connections' | 'filters' | 'requests' | 'state'>,
    view: Pick<vscode.TreeView<unknown>, 'visible'>,
    selectVault: () => Promise<unknown>,
  ) {
    this.#model = model;
    this.#view = view;
    this.#selectVault = selectVault;
  }

  /** Makes sure that a request can be sent. False if there is no connection or the user leaves. */
  async prepare(startedIn: StartedIn): Promise<boolean> {
    // A visible view must not take the keyboard: the editor gives it to a tree again each time one that had it is redrawn,
    // and a list that opened meanwhile would close.
    if (startedIn !== 'table' && !this.#view.visible) await focusAuditView();
    return this.#canRequest();
  }
  /**
   * Loads the newest page for these filters, by default for the requested ones. Also false if nothing could be requested;
   * else as `AuditRequests.load`.
   */
  async load(filters?: AuditFilters): Promise<boolean> {
    return (await this.#canRequest(filters)) && withProgress(() => this.#model.requests.load(filters));
  }
  /** As `load`, but also clears the local filters, which could hide some of the events. */
  async search(filters: AuditFilters): Promise<boolean> {
    return (await this.#canRequest()) && withProgress(() => this.#model.requests.search(filters));
  }
  /** Repeats what failed last. Also false if nothing could be requested. */
  async retry(): Promise<boolean> {
    return (await this.#canRequest()) && withProgress(() => this.#model.requests.retry());
  }

  /**
   * Without an account ID, which the service requires (S25), the user is asked for one, unless `filters`, which the
   * request will have, name one.
   */
  async #canRequest(filters: AuditFilters = {}): Promise<boolean> {
    const { connections } = this.#model;
    if (!connections.current()) await this.#selectVault();
    const connection = connections.current();
    if (!connection) return false;
    if (filters.accountID || this.#model.filters.sent().accountID) return true;
    const isSame = createSameEvents(this.#model);
    const accountID = await showInputBox({
      title: vscode.l10n.t('Account ID of {0}', connection.name),
      prompt: vscode.l10n.t(
        'Audit events are listed by account. This ID is used in this window only; to save it, add it to the connection.',
      ),
      ignoreFocusOut: true,
      validateInput: (value) => {
        const problem = validateFilter('accountID', value.trim());
        return problem && filterProblem(problem);
      },
    });
    // An account of one connection is not used for another.
    if (!accountID?.trim() || !isSame()) return false;
    connections.setAccount(accountID.trim());
    return true;
  }
}
