import * as vscode from 'vscode';
import { findingSentence } from '../../core/messages/findings.ts';
import { checkText } from '../../core/sql/check.ts';
import type { Finding, Severity } from '../../core/sql/types.ts';
import type { Deps } from '../deps.ts';
import { dialectOptions } from '../dialectOptions.ts';
import { disposableStore } from '../disposables.ts';
import { documentTarget } from '../documentTarget.ts';
import { say } from '../messages.ts';

export const languageID = 'vaultsql';
/** Characters; a larger document is checked up to none of it and says so once, since nobody writes such a file by hand. */
const sizeLimit = 2_000_000;
const debounceMs = 60;

const severities: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

function toDiagnostic(document: vscode.TextDocument, finding: Finding): vscode.Diagnostic {
  const range = new vscode.Range(document.positionAt(finding.start), document.positionAt(finding.end));
  const diagnostic = new vscode.Diagnostic(
    range,
    say(findingSentence(finding)),
    severities[finding.severity],
  );
  diagnostic.source = 'vaultsql';
  diagnostic.code = finding.code;
  return diagnostic;
}

/** Keeps the Problems of every open `.vaultsql` document up to date, shortly after each change. */
export function registerDiagnostics(deps: Deps): vscode.Disposable {
  const store = disposableStore();
  const collection = store.add(vscode.languages.createDiagnosticCollection('vaultsql'));
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const check = (document: vscode.TextDocument): void => {
    if (document.isClosed || document.languageId !== languageID) return;
    const text = document.getText();
    if (text.length > sizeLimit) {
      const message = vscode.l10n.t(
        'This file is larger than {0} MB and is not checked.',
        sizeLimit / 1_000_000,
      );
      const hint = new vscode.Diagnostic(
        new vscode.Range(0, 0, 0, 0),
        message,
        vscode.DiagnosticSeverity.Information,
      );
      hint.source = 'vaultsql';
      collection.set(document.uri, [hint]);
      return;
    }
    const diagnostics = checkText(text, dialectOptions(document, deps)).map((finding) =>
      toDiagnostic(document, finding),
    );
    collection.set(document.uri, [...diagnostics, ...targetProblem(document, deps)]);
  };
  const schedule = (document: vscode.TextDocument, delay: number): void => {
    if (document.languageId !== languageID) return;
    const key = document.uri.toString();
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => {
        timers.delete(key);
        check(document);
      }, delay),
    );
  };
  const scheduleAll = (): void => {
    for (const document of vscode.workspace.textDocuments) schedule(document, 0);
  };

  store.add(vscode.workspace.onDidOpenTextDocument((document) => schedule(document, 0)));
  store.add(vscode.workspace.onDidChangeTextDocument((event) => schedule(event.document, debounceMs)));
  store.add(
    vscode.workspace.onDidCloseTextDocument((document) => {
      const key = document.uri.toString();
      clearTimeout(timers.get(key));
      timers.delete(key);
      collection.delete(document.uri);
    }),
  );
  store.add(deps.targets.onDidChange(scheduleAll));
  store.add(deps.settings.onDidChange((changed) => changed('vaultsql.dialect') && scheduleAll()));
  store.add({
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  });
  scheduleAll();
  return store;
}

/** The directive `-- vault:` that names nobody we know. */
function targetProblem(document: vscode.TextDocument, deps: Deps): vscode.Diagnostic[] {
  const found = documentTarget(document, deps);
  if (found.kind !== 'unknown') return [];
  const line = document
    .getText()
    .split(/\r?\n/, 50)
    .findIndex((text) => /^\s*--\s*vault:/i.test(text));
  const range = document.lineAt(Math.max(0, line)).range;
  const message = vscode.l10n.t(
    'There is no vault “{0}/{1}” among your connections. Statements of this file cannot be run until it is there.',
    found.connection,
    found.vault,
  );
  const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Warning);
  diagnostic.source = 'vaultsql';
  return [diagnostic];
}
