import * as vscode from 'vscode';
import type { NetworkLog, Sending } from '../../../core/service/networkLog.ts';
import type { AuditModel } from './auditModel.ts';

/** The path of the only operation whose events are worth a look: those of listings of events are not (S32, S40). */
const QUERY = '/v1/vaults/{vaultID}/query';

/**
 * Counts the queries that this window sent to the connection shown, and that were answered, since its newest events were
 * loaded: each has an event that is not among them. Followed events come by themselves: nothing is counted then.
 */
export class NewRequests implements vscode.Disposable {
  readonly onDidChange: vscode.Event<void>;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly #model: AuditModel;
  readonly #listening: vscode.Disposable;
  #count = 0;
  #listing: number;

  constructor(model: AuditModel, networkLog: Pick<NetworkLog, 'onChange'>) {
    this.#model = model;
    this.#listing = model.state.listing();
    this.onDidChange = this.#changes.event;
    const unlisten = networkLog.onChange((added) => added && this.#onSent(added));
    this.#listening = vscode.Disposable.from(
      model.state.onDidChange(() => this.#onModelChange()),
      { dispose: unlisten },
    );
  }

  count(): number {
    return this.#count;
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changes.dispose();
  }

  #onModelChange(): void {
    const { following } = this.#model.state.snapshot();
    if (this.#model.state.listing() === this.#listing && !following) return;
    this.#listing = this.#model.state.listing();
    this.#count = 0;
  }

  #onSent({ connection, template, result }: Sending): void {
    const { following, file, connection: shown, phase } = this.#model.state.snapshot();
    const isShown = !file && !following && connection === shown?.name;
    const isLoaded = phase.content === 'events' || phase.content === 'empty';
    if (!isShown || !isLoaded || template !== QUERY || result.kind !== 'answered') return;
    this.#count++;
    this.#changes.fire();
  }
}
