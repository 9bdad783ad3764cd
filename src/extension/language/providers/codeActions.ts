import * as vscode from 'vscode';
import { rewriteTitle } from '../../../core/messages/rewrites.ts';
import type { Rewrite } from '../../../core/sql/fixes/rewrite.ts';
import { removeUnchangedTextFromEdits } from '../../../core/sql/fixes/smallestEdits.ts';
import type { CheckOptions } from '../../../core/sql/lint/options.ts';
import { applyEdits, type TextEdit } from '../../../core/sql/syntax/ranges.ts';
import { localizeSentence } from '../../platform/messages.ts';
import { createCheckOptionsForDocument, type DialectDeps } from '../dialectOptions.ts';
import type { FindKnownTables } from '../knownTables.ts';
import { toRange } from '../positions.ts';
import type { DocumentReader } from '../reading/reader.ts';
import { DOCUMENT_SELECTOR } from '../selector.ts';
import { MAX_CHECKED_LENGTH } from './findings.ts';
import { createTargetFix } from './targetSpelling.ts';

const FIX_ALL_KIND = vscode.CodeActionKind.SourceFixAll.append('vaultsql');
const { QuickFix } = vscode.CodeActionKind;

class FileAction extends vscode.CodeAction {
  readonly document: vscode.TextDocument;
  constructor(document: vscode.TextDocument) {
    super(vscode.l10n.t('Rewrite all in this file'), QuickFix);
    this.document = document;
  }
}

/** Registers code actions, such as rewriting a construct that the vault does not support. */
export function registerCodeActions(
  deps: DialectDeps,
  reader: DocumentReader,
  findTables: FindKnownTables,
): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    DOCUMENT_SELECTOR,
    {
      async provideCodeActions(document, range, { only, diagnostics }, token) {
        const text = document.getText();
        if (text.length > MAX_CHECKED_LENGTH) return [];
        const options = createCheckOptionsForDocument(document, deps);
        if (only?.intersects(FIX_ALL_KIND)) return createFileFix(document, text, options, reader);
        if (only && !only.intersects(QuickFix)) return [];
        const fixes = await createQuickFixes(document, text, range, options, diagnostics, reader, findTables);
        return token.isCancellationRequested
          ? undefined
          : [...createTargetFix(document, range, deps), ...fixes];
      },
      async resolveCodeAction(made) {
        if (made instanceof FileAction) {
          const { document } = made;
          const check = createCheckOptionsForDocument(document, deps);
          made.edit = createWorkspaceEdit(
            document,
            await reader.read('fixAll', document.getText(), { check }),
          );
        }
        return made;
      },
    },
    { providedCodeActionKinds: [QuickFix, FIX_ALL_KIND] },
  );
}

async function createQuickFixes(
  document: vscode.TextDocument,
  text: string,
  range: vscode.Range,
  check: CheckOptions,
  diagnostics: readonly vscode.Diagnostic[],
  reader: DocumentReader,
  findTables: FindKnownTables,
): Promise<vscode.CodeAction[]> {
  const touched = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  let found = await reader.read('rewritesAt', text, touched, check);
  // A quoted name that is known is not a `quoted-value`. The known names are found only if there is such a finding,
  // because this takes longer.
  if (found.some(({ finding }) => finding.code === 'quoted-value')) {
    const { index: schema } = await findTables(document, -1);
    found = await reader.read('rewritesAt', text, touched, { ...check, schema });
  }
  if (found.length === 0) return [];
  const fixes = found.flatMap(({ finding, rewrites }) => {
    const place = toRange(document, finding);
    const shown = diagnostics.filter(({ code, range: one }) => code === finding.code && one.isEqual(place));
    return rewrites.map((rewrite) => createQuickFix(document, text, rewrite, shown, rewrites.length === 1));
  });
  const all = await reader.read('fixAll', text, { check, range: touched });
  const fixed = applyEdits(text, all);
  // “Rewrite all in this statement” is not offered if a single rewrite has the same result.
  const isMore = found.every(({ rewrites }) =>
    rewrites.every(({ edits }) => applyEdits(text, edits) !== fixed),
  );
  if (all.length > 0 && isMore) {
    fixes.push(createAction(document, vscode.l10n.t('Rewrite all in this statement'), QuickFix, all));
  }
  const statements = await reader.read('splitStatements', text);
  if (statements.length > 1) fixes.push(new FileAction(document));
  return fixes;
}

function createQuickFix(
  document: vscode.TextDocument,
  text: string,
  rewrite: Rewrite,
  diagnostics: vscode.Diagnostic[],
  isOnlyFix: boolean,
): vscode.CodeAction {
  const fix = createAction(document, localizeSentence(rewriteTitle(text, rewrite)), QuickFix, rewrite.edits);
  fix.diagnostics = diagnostics;
  // “Auto Fix” applies a preferred action. A rewrite that needs a choice or changes the result is not preferred.
  fix.isPreferred = isOnlyFix && (rewrite.effect === 'exact' || rewrite.effect === 'spelling');
  return fix;
}

async function createFileFix(
  document: vscode.TextDocument,
  text: string,
  check: CheckOptions,
  reader: DocumentReader,
): Promise<vscode.CodeAction[]> {
  const edits = await reader.read('fixAll', text, { check });
  return edits.length === 0
    ? []
    : [createAction(document, vscode.l10n.t('Rewrite unsupported constructs'), FIX_ALL_KIND, edits)];
}

function createAction(
  document: vscode.TextDocument,
  title: string,
  kind: vscode.CodeActionKind,
  edits: readonly TextEdit[],
): vscode.CodeAction {
  const made = new vscode.CodeAction(title, kind);
  made.edit = createWorkspaceEdit(document, edits);
  return made;
}

function createWorkspaceEdit(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
): vscode.WorkspaceEdit {
  const made = new vscode.WorkspaceEdit();
  for (const edit of removeUnchangedTextFromEdits(document.getText(), edits))
    made.replace(document.uri, toRange(document, edit), edit.text);
  return made;
}
