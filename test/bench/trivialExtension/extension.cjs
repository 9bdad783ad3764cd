/** Underlines the first `>=` of a document, a while after its last change. */
const vscode = require('vscode');

exports.activate = ({ subscriptions }) => {
  const collection = vscode.languages.createDiagnosticCollection('trivial');
  const debounceMs = vscode.workspace.getConfiguration('trivial').get('debounce');
  let timer;
  const check = (document) => {
    const start = document.getText().indexOf('>=');
    if (start < 0) return collection.delete(document.uri);
    const range = new vscode.Range(document.positionAt(start), document.positionAt(start + 2));
    collection.set(document.uri, [new vscode.Diagnostic(range, 'not supported')]);
  };
  const changes = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (document.languageId !== 'trivial' || contentChanges.length === 0) return;
    clearTimeout(timer);
    timer = setTimeout(() => check(document), debounceMs);
  });
  subscriptions.push(collection, changes, { dispose: () => clearTimeout(timer) });
};
