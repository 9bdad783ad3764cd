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
import { registerHighlights, registerRename } from './rename.ts';
import { seenNames } from './seenNames.ts';
import { registerSemanticTokens } from './semanticTokens.ts';
import { registerSignature } from './signature.ts';
import { registerStatus } from './status.ts';
import { registerSymbols } from './symbols.ts';
import { createWorkspaceNames } from './workspaceNames.ts';

/** The workspace's files are read for their names once the first document has had its turn. */
const namesDelayMs = 500;

/** The `.vaultsql` language in the editor. */
export function registerLanguage(deps: Deps): vscode.Disposable {
  const names = createWorkspaceNames(deps.log);
  const later = setTimeout(() => void names.load(), namesDelayMs);
  return vscode.Disposable.from(
    names,
    { dispose: () => clearTimeout(later) },
    registerDiagnostics(deps),
    registerSecondOpinion(deps),
    registerCodeActions(deps),
    registerCodeLens(deps),
    registerCompletion(deps, names, seenNames),
    registerHover(deps, names, seenNames),
    registerSignature(),
    registerSymbols(),
    registerFolding(),
    registerSelection(),
    registerFormatting(),
    registerRename(),
    registerHighlights(),
    registerSemanticTokens(),
    registerStatus(deps),
  );
}
