import * as vscode from 'vscode';
import { findingSentence } from '../../core/messages/findings.ts';
import { checkText } from '../../core/sql/check.ts';
import { readTarget } from '../../core/sql/target.ts';
import type { Finding, Severity } from '../../core/sql/types.ts';
import { withoutHalfTyped } from '../../core/sql/typing.ts';
import type { Deps } from '../deps.ts';
import { dialectOptions } from '../dialectOptions.ts';
import { documentTarget } from '../documentTarget.ts';
import { say } from '../messages.ts';
import { toRange } from './positions.ts';

/** Characters; a larger document is not checked and says so once, since nobody writes such a file by hand. */
const sizeLimit = 2_000_000;
/** Findings of one document that are shown, the most severe first. */
const shownLimit = 1_000;

const severities: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

export interface CheckedDocument {
  readonly diagnostics: readonly vscode.Diagnostic[];
  /** Whether something is held back because it is being typed. */
  readonly held: boolean;
}

/**
 * Checks a document. `carets` are the offsets at which a person is typing now: what is only red because a keyword
 * is not typed to its end there is held back.
 */
export function checkDocument(
  document: vscode.TextDocument,
  deps: Deps,
  carets: readonly number[],
): CheckedDocument {
  const text = document.getText();
  if (text.length > sizeLimit) return { diagnostics: [tooLarge()], held: false };
  const options = dialectOptions(document, deps);
  const findings = checkText(text, options);
  const shown = withoutHalfTyped(text, findings, carets, options.allow);
  const diagnostics = mostSevere(shown).map((finding) => toDiagnostic(document, finding));
  if (shown.length > shownLimit) diagnostics.push(more(shown.length - shownLimit));
  return {
    diagnostics: [...diagnostics, ...targetProblem(document, deps)],
    held: shown.length < findings.length,
  };
}

const order: readonly Severity[] = ['error', 'warning', 'information', 'hint'];
function mostSevere(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= shownLimit) return findings;
  return findings
    .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
    .slice(0, shownLimit);
}

function toDiagnostic(document: vscode.TextDocument, finding: Finding): vscode.Diagnostic {
  const made = diagnostic(
    toRange(document, finding),
    say(findingSentence(finding)),
    severities[finding.severity],
  );
  made.code = finding.code;
  return made;
}

function diagnostic(
  range: vscode.Range,
  message: string,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const made = new vscode.Diagnostic(range, message, severity);
  made.source = 'vaultsql';
  return made;
}

const start = new vscode.Range(0, 0, 0, 0);
const tooLarge = (): vscode.Diagnostic =>
  diagnostic(
    start,
    vscode.l10n.t('This file is larger than {0} MB and is not checked.', sizeLimit / 1_000_000),
    vscode.DiagnosticSeverity.Information,
  );
const more = (count: number): vscode.Diagnostic =>
  diagnostic(
    start,
    vscode.l10n.t('{0} further findings of this file are not shown.', count),
    vscode.DiagnosticSeverity.Information,
  );

/** The directive `-- vault:` that names nobody we know. */
function targetProblem(document: vscode.TextDocument, deps: Deps): vscode.Diagnostic[] {
  const found = documentTarget(document, deps);
  const directive = readTarget(document.getText());
  if (found.kind !== 'unknown' || !directive) return [];
  const message = vscode.l10n.t(
    'There is no vault “{0}/{1}” among your connections. Statements of this file cannot be run until it is there.',
    found.connection,
    found.vault,
  );
  return [diagnostic(toRange(document, directive), message, vscode.DiagnosticSeverity.Warning)];
}
