/** Marks in the editor what the service has rejected, until the text changes or the query is run again. */
import * as vscode from 'vscode';
import { oneLine } from '../../core/messages/oneLine.ts';
import { offsetNow } from '../query/refusals.ts';
import type { Chosen } from '../query/statement.ts';
import type { Session } from './session/session.ts';

export class Rejections implements vscode.Disposable {
  readonly #marks = vscode.languages.createDiagnosticCollection('vaultsql.rejected');
  readonly #listening: readonly vscode.Disposable[];

  constructor() {
    this.#listening = [
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        // Saving and the like change nothing in the text.
        if (contentChanges.length > 0) this.clear(document.uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.clear(uri)),
    ];
  }

  /** Marks the column that the service named, where it rejected a statement of a document with status 400. */
  mark({ document, text, offset }: Chosen, session: Session): void {
    const message = session.rejection();
    const ranges = message === undefined ? [] : session.run.query.rejectedBy(message);
    // The document may have been edited while the answer was awaited.
    const now = document.isClosed ? undefined : offsetNow(document.getText(), { text, offset });
    if (message === undefined || now === undefined || ranges.length === 0) return;
    const says = vscode.l10n.t('The service rejected this query (400): {0}', oneLine(message));
    const diagnostics = ranges.map(({ start, end }) => {
      const range = new vscode.Range(document.positionAt(now + start), document.positionAt(now + end));
      const made = new vscode.Diagnostic(range, says, vscode.DiagnosticSeverity.Error);
      return Object.assign(made, { source: 'vaultsql', code: 'rejected-by-service' });
    });
    this.#marks.set(document.uri, diagnostics);
  }

  clear(document: vscode.Uri): void {
    this.#marks.delete(document);
  }

  dispose(): void {
    for (const one of this.#listening) one.dispose();
    this.#marks.dispose();
  }
}
