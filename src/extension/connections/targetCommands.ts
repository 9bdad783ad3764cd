import * as vscode from 'vscode';
import type { CommandTable } from '../app/commands.ts';
import type { Deps } from '../app/deps.ts';
import { findUntitledUri } from '../platform/untitledFile.ts';
import { findDocumentTarget } from '../targets/documentTarget.ts';
import { findTargetOfNode, pickVault } from '../targets/pick.ts';
import { findSameTarget, formatTarget, type Target } from '../targets/targets.ts';

type TargetCommandsDeps = Pick<Deps, 'connections' | 'language' | 'localVault' | 'messages' | 'targets'>;

/** Returns the directive `-- vault: connection/vault` that sends a document's statements to `target`. */
export const createVaultDirective = (target: Target): string =>
  `-- vault: ${formatTarget(target).replaceAll(/[\r\n]+/g, ' ')}`;

/** Opens an untitled query document. It is named after `name`, the name of a table or a vault, if possible. */
export async function openQueryDocument(content: string, name?: string): Promise<void> {
  const uri = name === undefined ? undefined : await findUntitledUri(name, 'vaultsql');
  const document = uri
    ? await createDocument(uri, content)
    : await vscode.workspace.openTextDocument({ language: 'vaultsql', content });
  const end = document.positionAt(document.getText().length);
  // The cursor is set to the end at once. Otherwise, text that the user types immediately would precede the content.
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(end, end) });
}

/** Opens an untitled query of a vault or, without one, an empty query. */
export const openQueryOfVaultOrEmpty = (target: Target | undefined): Promise<void> =>
  target
    ? openQueryDocument(`${createVaultDirective(target)}\n`, target.vault.name || target.vault.id)
    : openQueryDocument('');

async function createDocument(uri: vscode.Uri, content: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(0, 0), content);
  await vscode.workspace.applyEdit(edit);
  return document;
}

async function replaceUnknownDirective(deps: TargetCommandsDeps, target: Target): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== 'vaultsql' || findDocumentTarget(document, deps).kind !== 'unknown') return;
  const directive = deps.language().readVaultDirective(document.getText());
  if (!directive) return;
  const range = new vscode.Range(document.positionAt(directive.start), document.positionAt(directive.end));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, createVaultDirective(target));
  await vscode.workspace.applyEdit(edit);
}

/**
 * Selects a vault as `selectVault` does, to run the active document. If the document's directive names an unknown vault,
 * replaces the directive. Returns the vault's label; undefined if none was selected.
 */
export async function selectVaultOfActiveDocument(
  deps: TargetCommandsDeps,
  target?: Target,
): Promise<string | undefined> {
  const selected = await chooseVault(deps, target);
  if (!selected) return undefined;
  await replaceUnknownDirective(deps, selected);
  return formatTarget(selected);
}

/**
 * Selects `target`, or a vault that the user picks, for documents without a directive. Changes no document. Returns the
 * vault's label; undefined if none was selected.
 */
export async function selectVault(
  deps: Pick<TargetCommandsDeps, 'connections' | 'localVault' | 'messages' | 'targets'>,
  target?: Target,
): Promise<string | undefined> {
  const selected = await chooseVault(deps, target);
  return selected && formatTarget(selected);
}

async function chooseVault(
  deps: Pick<TargetCommandsDeps, 'connections' | 'localVault' | 'messages' | 'targets'>,
  target: Target | undefined,
): Promise<Target | undefined> {
  if (deps.targets.all().length === 0) {
    await deps.messages.info(
      vscode.l10n.t('No vault configured.'),
      { label: vscode.l10n.t('Start Local Vault'), run: () => deps.localVault().start() },
      { label: vscode.l10n.t('Add Connection'), run: () => deps.connections().add() },
    );
    return undefined;
  }
  const selected = (target && findSameTarget(deps.targets, target)) ?? (await pickVault(deps));
  if (!selected) return undefined;
  deps.targets.choose(selected);
  return selected;
}

export function createTargetCommands(deps: TargetCommandsDeps): CommandTable {
  return {
    'vaultsql.query.selectVault': (argument) =>
      selectVaultOfActiveDocument(deps, findTargetOfNode(deps, argument)),
    'vaultsql.query.new': async (argument) => {
      const target = findTargetOfNode(deps, argument);
      if (target) deps.targets.choose(target);
      await openQueryOfVaultOrEmpty(target ?? deps.targets.current());
    },
  };
}
