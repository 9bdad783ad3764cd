import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import { createTableFinder } from './knownTables.ts';
import { registerParserWarnings } from './parser/secondOpinion.ts';
import { registerCodeActions } from './providers/codeActions.ts';
import { registerCodeLens } from './providers/codeLens.ts';
import { registerCompletion } from './providers/completion.ts';
import { registerDiagnostics } from './providers/diagnostics.ts';
import { registerFolding, registerSelectionRanges } from './providers/folding.ts';
import { registerFormatting } from './providers/formatting.ts';
import { registerHover } from './providers/hover.ts';
import { registerHighlights, registerRename } from './providers/rename.ts';
import { registerSemanticTokens } from './providers/semanticTokens.ts';
import { registerSettingsProblems } from './providers/settingsProblems.ts';
import { registerSignature } from './providers/signature.ts';
import { registerStatus } from './providers/status.ts';
import { registerSymbols } from './providers/symbols.ts';

/**
 * Delay in milliseconds before the workspace's `.vaultsql` files are read for table and column names, so that reading
 * them does not delay the first document. They are read earlier if a feature needs the names.
 */
const NAMES_DELAY_MS = 500;

export function registerLanguage(deps: Deps): vscode.Disposable {
  const names = deps.knownNames();
  const { reader, documents } = names;
  const known = createTableFinder(deps);
  const later = setTimeout(() => void documents.load(), NAMES_DELAY_MS);
  return vscode.Disposable.from(
    { dispose: () => clearTimeout(later) },
    registerDiagnostics(deps, reader, known),
    registerParserWarnings(deps, reader),
    registerCodeActions(deps, reader, known),
    registerCodeLens(deps, reader),
    registerCompletion(deps, reader, known),
    registerHover(deps, reader, known),
    registerSignature(reader),
    registerSymbols(reader),
    registerFolding(reader),
    registerSelectionRanges(reader),
    registerFormatting(reader),
    registerRename(reader),
    registerHighlights(reader),
    registerSemanticTokens(reader),
    registerStatus(deps),
    registerSettingsProblems(deps),
  );
}
