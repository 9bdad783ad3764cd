import type * as vscode from 'vscode';
import { registerManifestCommands } from './commands.ts';
import { loadFeatures } from './loadFeatures.ts';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/**
 * Activates the extension: registers the commands of the manifest. The features start afterwards, so that activation
 * does not wait for them.
 */
export function activate(context: vscode.ExtensionContext): void {
  const { contributes } = context.extension.packageJSON as Manifest;
  let started = false;
  const start = (): void => {
    if (started) return;
    started = true;
    context.subscriptions.push(loadFeatures().startFeatures(context, commands));
  };
  const commands = registerManifestCommands(
    contributes.commands.map(({ command }) => command),
    start,
  );
  const soon = setImmediate(start);
  context.subscriptions.push(commands, { dispose: () => clearImmediate(soon) });
}
