import * as vscode from 'vscode';
import type { Log } from './log.ts';

/** A command's work. Arguments come from anywhere (keybindings, other extensions): treat them as unknown. */
export type CommandHandler = (...args: readonly unknown[]) => unknown;
export type CommandTable = Readonly<Record<`vaultsql.${string}`, CommandHandler>>;

/** The only place that registers commands. A handler that throws is a defect: logged, and said once to the person. */
export function registerCommands(table: CommandTable, log: Log): vscode.Disposable {
  const registrations = Object.entries(table).map(([id, handler]) =>
    vscode.commands.registerCommand(id, async (...args: unknown[]) => {
      try {
        return await handler(...args);
      } catch (error) {
        log.defect(id, error);
        const show = vscode.l10n.t('Show Log');
        const message = vscode.l10n.t(
          'Vault SQL could not finish “{0}”. This is a defect in the extension.',
          id,
        );
        void vscode.window.showErrorMessage(message, show).then((choice) => choice && log.show());
        return undefined;
      }
    }),
  );
  return vscode.Disposable.from(...registrations);
}
