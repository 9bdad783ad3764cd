import * as vscode from 'vscode';

/** A step of the walkthrough, by its ID in `package.json`. */
type WalkthroughStep = 'localVault' | 'run' | 'audit' | 'connect' | 'signIn';

/**
 * Marks the steps of the walkthrough as done.
 *
 * The documented completion event `onContext` alone is not enough. The editor registers the steps when a walkthrough is
 * first opened in a window, and treats an expression that is true by then as an event that was already processed
 * (`registerDoneListeners` in the editor's `gettingStartedService.ts`), so the step never completes in that window. The
 * editor's command `welcome.markStepComplete` is undocumented, but stores the step as done. In an editor without that
 * command, the completion events in `package.json` still work while the walkthrough is open.
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
