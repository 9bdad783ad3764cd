import * as vscode from 'vscode';
import type { Deps } from '../deps.ts';
import { registerCodeActions } from './codeActions.ts';
import { registerCodeLens } from './codeLens.ts';
import { registerCompletion } from './completion.ts';
import { registerDiagnostics } from './diagnostics.ts';
import { registerFolding, registerSelection } from './folding.ts';
import { registerFormatting } from './formatting.ts';
import { registerHover } from './hover.ts';
import { registerSecondOpinion } from './parser/secondOpinion.ts';
import { createDocumentReader } from './reading/reader.ts';
import { registerHighlights, registerRename } from './rename.ts';
import { seenNames } from './seenNames.ts';
import { registerSemanticTokens } from './semanticTokens.ts';
import { registerSettingsProblems } from './settingsProblems.ts';
import { registerSignature } from './signature.ts';
import { registerStatus } from './status.ts';
import { registerSymbols } from './symbols.ts';
import { createWorkspaceNames } from './workspaceNames.ts';

/** The workspace's files are read for their names once the first document has had its turn. */
const namesDelayMs = 500;

/** The `.vaultsql` language in the editor. */
export function registerLanguage(deps: Deps): vscode.Disposable {
  const entry = vscode.Uri.joinPath(deps.context.extensionUri, 'dist', 'reading.cjs').fsPath;
  const reader = createDocumentReader(entry);
  const names = createWorkspaceNames(deps.log, reader, () => deps.settings.allowedConstructs());
  const later = setTimeout(() => void names.load(), namesDelayMs);
  return vscode.Disposable.from(
    names,
    reader,
    { dispose: () => clearTimeout(later) },
    registerDiagnostics(deps, reader),
    registerSecondOpinion(deps, reader),
    registerCodeActions(deps, reader),
    registerCodeLens(deps, reader),
    registerCompletion(deps, reader, names, seenNames),
    registerHover(deps, reader, names, seenNames),
    registerSignature(reader),
    registerSymbols(reader),
    registerFolding(reader),
    registerSelection(),
    registerFormatting(),
    registerRename(),
    registerHighlights(reader),
    registerSemanticTokens(reader),
    registerStatus(deps),
    registerSettingsProblems(deps),
  );
}
