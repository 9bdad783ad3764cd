import * as vscode from 'vscode';
import { registerCommands } from '../commands.ts';
import type { Deps } from '../deps.ts';
import { connectionCommands } from './connectionCommands.ts';
import { signInCommands } from './signIn.ts';
import { registerStatusBar } from './statusBar.ts';
import { targetCommands } from './targetCommands.ts';
import { registerVaultTree } from './tree.ts';

/** Connections and vaults: the tree, signing in, and which vault queries go to. */
export const registerVaults = (deps: Deps): vscode.Disposable =>
  vscode.Disposable.from(
    registerVaultTree(deps),
    registerStatusBar(deps),
    registerCommands(
      { ...connectionCommands(deps), ...signInCommands(deps), ...targetCommands(deps) },
      deps.log,
    ),
  );
