import * as vscode from 'vscode';

/** A command's work. Arguments come from anywhere (keybindings, other extensions): treat them as unknown. */
type CommandHandler = (...args: readonly unknown[]) => unknown;
export type CommandTable = Readonly<Record<`vaultsql.${string}`, CommandHandler>>;
/** Called with a command's ID and the error if the command's handler throws, which is a bug in this extension. */
type DefectHandler = (id: string, error: unknown) => void;

/** Commands are registered with the editor at once, by the manifest; features bring their handlers when they come up. */
export interface Commands extends vscode.Disposable {
  add(table: CommandTable): void;
  /** Called before a command whose handler is not there yet: a feature that waited for its first command brings it. */
  onMissing(load: () => void): void;
  onDefect(handler: DefectHandler): void;
}

/** The only place that registers commands. `start` brings the features up; it is called before each command. */
export function registerDeclared(ids: readonly string[], start: () => void): Commands {
  const handlers = new Map<string, CommandHandler>();
  let defect: DefectHandler | undefined;
  const late: (() => void)[] = [];
  const run = async (id: string, args: readonly unknown[]): Promise<unknown> => {
    start();
    try {
      if (!handlers.has(id)) for (const load of late) load();
      const handler = handlers.get(id);
      if (!handler) throw new Error('no handler');
      return await handler(...args);
    } catch (error) {
      if (!defect) throw error;
      defect(id, error);
      return undefined;
    }
  };
  const registrations = ids.map((id) =>
    vscode.commands.registerCommand(id, (...args: unknown[]) => run(id, args)),
  );
  return {
    add(table) {
      for (const [id, handler] of Object.entries(table)) handlers.set(id, handler);
    },
    onMissing(load) {
      late.push(load);
    },
    onDefect(handler) {
      defect = handler;
    },
    dispose() {
      for (const registration of registrations) registration.dispose();
    },
  };
}
