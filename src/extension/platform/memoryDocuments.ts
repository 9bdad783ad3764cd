import * as vscode from 'vscode';

/**
 * Provides read-only documents in memory. Untitled documents are not used, because the editor backs them up to disk.
 */
export interface MemoryDocuments extends vscode.Disposable {
  /**
   * Shows a document with the given text. An open one with the same `path` and `key` gets the new text. The last part
   * of `path` is the title of the tab. `language`: a language ID.
   */
  open(path: string, key: string, text: string, language: string): Promise<vscode.TextDocument>;
  /** Like `open`, but does not show the document. */
  createOrUpdate(path: string, key: string, text: string, language: string): Promise<vscode.TextDocument>;
}

/**
 * Registers a provider of documents with one URI scheme. `missingText` is displayed for a document whose text is no
 * longer in memory. `keepsClosed`: whether the text of a closed document stays in memory, for a preview that reads it
 * again.
 */
export function createMemoryDocuments(
  scheme: string,
  missingText: string,
  { keepsClosed = false }: { readonly keepsClosed?: boolean } = {},
): MemoryDocuments {
  const texts = new Map<string, string>();
  const changes = new vscode.EventEmitter<vscode.Uri>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changes.event,
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? missingText,
  });
  const closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
    if (!keepsClosed) texts.delete(uri.toString());
  });
  const create: MemoryDocuments['createOrUpdate'] = async (path, key, text, language) => {
    const uri = vscode.Uri.from({ scheme, path, query: key });
    texts.set(uri.toString(), text);
    // The editor reads the text of an open document again only at this event.
    changes.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    return vscode.languages.setTextDocumentLanguage(document, language);
  };
  return {
    createOrUpdate: create,
    async open(...given) {
      const document = await create(...given);
      await vscode.window.showTextDocument(document, { preview: true });
      return document;
    },
    dispose() {
      provider.dispose();
      changes.dispose();
      closing.dispose();
      texts.clear();
    },
  };
}
