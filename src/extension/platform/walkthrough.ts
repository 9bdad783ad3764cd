import * as vscode from 'vscode';

type WalkthroughStep = 'localVault' | 'run' | 'audit' | 'connect' | 'signIn';

/**
 * Marks the steps of the walkthrough as done. The documented completion event `onContext` is not enough: it may not
 * complete a step whose context key is already set when the editor registers the steps. The editor's command
 * `welcome.markStepComplete` is undocumented.
 */
export class Walkthrough {
  readonly #extensionID: string;
  readonly #done = new Set<WalkthroughStep>();

  constructor(extensionID: string) {
    this.#extensionID = extensionID;
  }

  /** Whether the step was done in this window. */
  isDone(step: WalkthroughStep): boolean {
    return this.#done.has(step);
  }

  markDone(step: WalkthroughStep): void {
    if (this.#done.has(step)) return;
    this.#done.add(step);
    void vscode.commands.executeCommand('setContext', `vaultsql.walkthrough.${step}`, true);
    vscode.commands
      .executeCommand('welcome.markStepComplete', `${this.#extensionID}#start#${step}`)
      // The command fails if no walkthrough was opened in this window yet, but the editor has stored the step by then.
      .then(undefined, () => undefined);
  }
}
