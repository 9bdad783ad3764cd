import type * as vscode from 'vscode';
import { registerDeclared } from './commands.ts';
import { loadFeatures } from './loadFeatures.ts';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/**
 * Registers the commands that the manifest declares and returns. The features come up in the next turn of the event
 * loop, or at once when a command is run; nothing is awaited or sent before the person does something.
 */
export function activate(context: vscode.ExtensionContext): void {
  const { contributes } = context.extension.packageJSON as Manifest;
  let started = false;
  const start = (): void => {
    if (started) return;
    started = true;
    context.subscriptions.push(loadFeatures().startFeatures(context, commands));
  };
  const commands = registerDeclared(
    contributes.commands.map(({ command }) => command),
    start,
  );
  const soon = setImmediate(start);
  context.subscriptions.push(commands, { dispose: () => clearImmediate(soon) });
}
