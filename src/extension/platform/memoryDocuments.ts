import * as vscode from 'vscode';

/** Read-only documents that live in memory: an untitled document would be backed up to disk (platform.md). */
export interface MemoryDocuments extends vscode.Disposable {
  /** Shows a text; `path` names the tab, `key` tells documents of one path apart. The same two show it in its place. */
  open(path: string, key: string, text: string, language: string): Promise<vscode.TextDocument>;
  /** Makes it without showing it. */
  make(path: string, key: string, text: string, language: string): Promise<vscode.TextDocument>;
}

/** `gone` is what a document says whose text is no longer held, as after a restart of the window. */
export function createMemoryDocuments(scheme: string, gone: string): MemoryDocuments {
  const texts = new Map<string, string>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? gone,
  });
  const closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => texts.delete(uri.toString()));
  const make: MemoryDocuments['make'] = async (path, key, text, language) => {
    const uri = vscode.Uri.from({ scheme, path, query: key });
    texts.set(uri.toString(), text);
    const document = await vscode.workspace.openTextDocument(uri);
    return vscode.languages.setTextDocumentLanguage(document, language);
  };
  return {
    make,
    async open(...given) {
      const document = await make(...given);
      await vscode.window.showTextDocument(document, { preview: true });
      return document;
    },
    dispose() {
      provider.dispose();
      closing.dispose();
      texts.clear();
    },
  };
}
