/** Error marks in the editor for queries that the service rejected. */
import * as vscode from 'vscode';
import { oneLine } from '../../core/messages/oneLine.ts';
import { findCurrentOffset } from '../query/refusals.ts';
import type { QuerySource } from '../query/run.ts';

export class RejectionMarks implements vscode.Disposable {
  readonly #marks = vscode.languages.createDiagnosticCollection('vaultsql.rejected');
  readonly #marked = new Map<string, QuerySource>();
  readonly #subscriptions: readonly vscode.Disposable[];

  constructor() {
    this.#subscriptions = [
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        // The event also fires without a change of the text, for example when the document is saved.
        if (contentChanges.length > 0) this.clearMarks(document.uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.clearMarks(uri)),
    ];
  }

  /**
   * Marks the references to the column that an error message of the service names. Marks nothing if there are none, if
   * the document was closed, or if it no longer contains the rejected query.
   */
  markRejectedQuery(source: QuerySource, message: string): void {
    const { document, text, offset } = source;
    const ranges = source.rejectedBy(message);
    // The document may have been edited while the request was pending.
    const currentOffset = document.isClosed
      ? undefined
      : findCurrentOffset(document.getText(), { text, offset });
    if (currentOffset === undefined || ranges.length === 0) return;
    const diagnosticText = vscode.l10n.t('The service rejected this query (400): {0}', oneLine(message));
    const diagnostics = ranges.map(({ start, end }) => {
      const range = new vscode.Range(
        document.positionAt(currentOffset + start),
        document.positionAt(currentOffset + end),
      );
      const diagnostic = new vscode.Diagnostic(range, diagnosticText, vscode.DiagnosticSeverity.Error);
      return Object.assign(diagnostic, { source: 'vaultsql', code: 'rejected-by-service' });
    });
    this.#marks.set(document.uri, diagnostics);
    this.#marked.set(document.uri.toString(), source);
  }

  clearMarksOfQuery(source: QuerySource): void {
    const { uri } = source.document;
    if (this.#marked.get(uri.toString()) === source) this.clearMarks(uri);
  }

  clearMarks(document: vscode.Uri): void {
    this.#marks.delete(document);
    this.#marked.delete(document.toString());
  }

  dispose(): void {
    for (const one of this.#subscriptions) one.dispose();
    this.#marks.dispose();
  }
}
