import * as vscode from 'vscode';
import { createFindingSentence } from '../../../core/messages/findings.ts';
import { readVaultDirective, type TargetDirective } from '../../../core/sql/execution/target.ts';
import { FIRST_LINE_COUNT } from '../../../core/sql/lexer/firstLines.ts';
import type { Finding, Severity } from '../../../core/sql/lint/findings.ts';
import { localizeSentence } from '../../platform/messages.ts';
import {
  findDocumentTarget,
  namesStartingLocalVault,
  namesStoppedLocalVault,
} from '../../targets/documentTarget.ts';
import { createCheckOptionsForDocument, type DialectDeps } from '../dialectOptions.ts';
import type { FindKnownTables } from '../knownTables.ts';
import { toRange } from '../positions.ts';
import type { DocumentReader } from '../reading/reader.ts';
import { suggestTarget } from './targetSpelling.ts';

/**
 * Maximum length, in UTF-16 code units, of a document that is checked. A longer one gets a notice instead of findings.
 */
export const MAX_CHECKED_LENGTH = 2_000_000;

const severities: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  hint: vscode.DiagnosticSeverity.Hint,
};

interface CheckedDocument {
  readonly diagnostics: readonly vscode.Diagnostic[];
  readonly hasWithheldFindings: boolean;
}

/**
 * Checks a document. `carets` are the offsets, in UTF-16 code units, at which the user is typing. Findings that
 * probably exist only because the text there is incomplete are withheld. Returns undefined if the document changed or
 * closed during the check.
 */
export async function checkDocument(
  document: vscode.TextDocument,
  deps: DialectDeps,
  reader: DocumentReader,
  findTables: FindKnownTables,
  carets: readonly number[],
): Promise<CheckedDocument | undefined> {
  const { version } = document;
  const text = document.getText();
  if (text.length > MAX_CHECKED_LENGTH)
    return { diagnostics: [createTooLargeNotice()], hasWithheldFindings: false };
  const options = createCheckOptionsForDocument(document, deps);
  let found = await reader.read('check', text, options, carets);
  // Known tables and columns may show that a quoted text is a name. Finding them takes longer and is seldom needed.
  if (found.displayed.some(({ code }) => code === 'quoted-value')) {
    const { index: schema } = await findTables(document, -1);
    found = await reader.read('check', text, { ...options, schema }, carets);
  }
  const targets = await reader.read('targets', text);
  const { displayed, hiddenCount, hasWithheldFindings } = found;
  if (document.isClosed || document.version !== version) return undefined;
  const diagnostics = displayed.map((finding) => convertFinding(document, finding, text));
  if (hiddenCount > 0) diagnostics.push(createHiddenCountNotice(hiddenCount));
  diagnostics.push(
    ...createUnavailableVaultWarnings(document, deps),
    ...createIgnoredDirectiveWarnings(document, targets),
  );
  return { diagnostics, hasWithheldFindings };
}

function convertFinding(document: vscode.TextDocument, finding: Finding, text: string): vscode.Diagnostic {
  const made = createDiagnostic(
    toRange(document, finding),
    localizeSentence(createFindingSentence(finding, text)),
    severities[finding.severity],
  );
  made.code = finding.code;
  return made;
}

function createDiagnostic(
  range: vscode.Range,
  message: string,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const made = new vscode.Diagnostic(range, message, severity);
  made.source = 'vaultsql';
  return made;
}

const DOCUMENT_START = new vscode.Range(0, 0, 0, 0);
const createTooLargeNotice = (): vscode.Diagnostic =>
  createDiagnostic(
    DOCUMENT_START,
    vscode.l10n.t('This file is larger than {0} MB and is not checked.', MAX_CHECKED_LENGTH / 1_000_000),
    vscode.DiagnosticSeverity.Information,
  );
const createHiddenCountNotice = (count: number): vscode.Diagnostic =>
  createDiagnostic(
    DOCUMENT_START,
    vscode.l10n.t('{0} more problems are not shown.', count),
    vscode.DiagnosticSeverity.Information,
  );

function createUnavailableVaultWarnings(
  document: vscode.TextDocument,
  deps: DialectDeps,
): vscode.Diagnostic[] {
  const found = findDocumentTarget(document, deps);
  const directive = readVaultDirective(document.getText());
  if (found.kind !== 'unknown' || !directive || namesStartingLocalVault(found, deps)) return [];
  if (namesStoppedLocalVault(found, deps)) {
    const message = vscode.l10n.t('The local vault is not running. Start it to run statements of this file.');
    return [createDiagnostic(toRange(document, directive), message, vscode.DiagnosticSeverity.Warning)];
  }
  const suggestion = suggestTarget(directive, deps);
  if (suggestion !== undefined) {
    const question = vscode.l10n.t('Did you mean {0}?', suggestion);
    return [createDiagnostic(toRange(document, directive), question, vscode.DiagnosticSeverity.Warning)];
  }
  const message = vscode.l10n.t(
    'Unknown vault “{0}/{1}”. Statements of this file can’t run until a connection has it.',
    found.connection,
    found.vault,
  );
  return [createDiagnostic(toRange(document, directive), message, vscode.DiagnosticSeverity.Warning)];
}

function createIgnoredDirectiveWarnings(
  document: vscode.TextDocument,
  targets: readonly TargetDirective[],
): vscode.Diagnostic[] {
  const counts = readVaultDirective(document.getText());
  const why = counts
    ? vscode.l10n.t('Only the first “-- vault:” line chooses the vault. This one is ignored.')
    : vscode.l10n.t('Only the first {0} lines can choose the vault. This line is ignored.', FIRST_LINE_COUNT);
  return targets
    .filter(({ start }) => start !== counts?.start)
    .map((directive) => {
      const made = createDiagnostic(toRange(document, directive), why, vscode.DiagnosticSeverity.Warning);
      // Fades the line, because the grammar colors it like a directive that has an effect.
      made.tags = [vscode.DiagnosticTag.Unnecessary];
      return made;
    });
}
