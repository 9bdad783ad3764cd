import * as vscode from 'vscode';

/** A step of the walkthrough, by its ID in `package.json`. */
type WalkthroughStep = 'localVault' | 'run' | 'audit' | 'connect' | 'signIn';

/**
 * Marks the steps of the walkthrough as done.
 *
 * Each step has the documented completion event `onContext`, which alone is not enough: it may not complete a step
 * whose context key is already set when the editor registers the steps (`registerDoneListeners` in the editor's
 * `gettingStartedService.ts`). The editor's command `welcome.markStepComplete` is undocumented, but stores the step as
 * done.
 */
export class Walkthrough {
  readonly #extensionID: string;
  readonly #done = new Set<WalkthroughStep>();

  /** `extensionID`: publisher and name of this extension, joined by a period, as the editor spells them. */
  constructor(extensionID: string) {
    this.#extensionID = extensionID;
  }

  /** Marks the step as done. Later calls for the same step do nothing. */
  markDone(step: WalkthroughStep): void {
    if (this.#done.has(step)) return;
    this.#done.add(step);
    void vscode.commands.executeCommand('setContext', `vaultsql.walkthrough.${step}`, true);
    vscode.commands
      .executeCommand('welcome.markStepComplete', `${this.#extensionID}#start#${step}`)
      // Rejected if no walkthrough was opened in this window yet, although the editor has stored the step by then.
      .then(undefined, () => undefined);
  }
}
