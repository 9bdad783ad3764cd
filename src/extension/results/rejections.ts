/** Marks in the editor what the service has rejected, until the text changes or the query is run again. */
import * as vscode from 'vscode';
import { oneLine } from '../../core/messages/oneLine.ts';
import { offsetNow } from '../query/refusals.ts';
import type { QuerySource } from '../query/run.ts';

export class Rejections implements vscode.Disposable {
  readonly #marks = vscode.languages.createDiagnosticCollection('vaultsql.rejected');
  /** What is marked, by its document. */
  readonly #marked = new Map<string, QuerySource>();
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

  /** Marks the column that the service named in its message, where it rejected a query with status 400. */
  mark(source: QuerySource, message: string): void {
    const { document, text, offset } = source;
    const ranges = source.rejectedBy(message);
    // The document may have been edited while the answer was awaited.
    const now = document.isClosed ? undefined : offsetNow(document.getText(), { text, offset });
    if (now === undefined || ranges.length === 0) return;
    const says = vscode.l10n.t('The service rejected this query (400): {0}', oneLine(message));
    const diagnostics = ranges.map(({ start, end }) => {
      const range = new vscode.Range(document.positionAt(now + start), document.positionAt(now + end));
      const made = new vscode.Diagnostic(range, says, vscode.DiagnosticSeverity.Error);
      return Object.assign(made, { source: 'vaultsql', code: 'rejected-by-service' });
    });
    this.#marks.set(document.uri, diagnostics);
    this.#marked.set(document.uri.toString(), source);
  }

  /** The query is no longer rejected. What is marked of another one of its document stays. */
  withdraw(source: QuerySource): void {
    const { uri } = source.document;
    if (this.#marked.get(uri.toString()) === source) this.clear(uri);
  }

  clear(document: vscode.Uri): void {
    this.#marks.delete(document);
    this.#marked.delete(document.toString());
  }

  dispose(): void {
    for (const one of this.#listening) one.dispose();
    this.#marks.dispose();
  }
}
