import * as vscode from 'vscode';

/** Runs a command. The arguments may come from keybindings or other extensions and have to be validated. */
type CommandHandler = (...args: readonly unknown[]) => unknown;
export type CommandTable = Readonly<Record<`vaultsql.${string}`, CommandHandler>>;
type DefectHandler = (id: string, error: unknown) => void;

export interface Commands extends vscode.Disposable {
  add(table: CommandTable): void;
  /**
   * Adds a callback that is called before a command without a handler is run. It lets a feature that is loaded
   * lazily add its handlers.
   */
  addFeatureLoader(load: () => void): void;
  setDefectHandler(handler: DefectHandler): void;
}

/**
 * Registers the commands with these IDs in the editor. `start` is called before each run of a command and has to start
 * the features if necessary.
 */
export function registerManifestCommands(ids: readonly string[], start: () => void): Commands {
  const handlers = new Map<string, CommandHandler>();
  let defect: DefectHandler | undefined;
  const featureLoaders: (() => void)[] = [];
  const run = async (id: string, args: readonly unknown[]): Promise<unknown> => {
    start();
    try {
      if (!handlers.has(id)) for (const load of featureLoaders) load();
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
    addFeatureLoader(load) {
      featureLoaders.push(load);
    },
    setDefectHandler(handler) {
      defect = handler;
    },
    dispose() {
      for (const registration of registrations) registration.dispose();
    },
  };
}
