import * as vscode from 'vscode';

/** What a link asks for. It comes from anywhere, a web page included: nothing in it is to be trusted. */
export type LinkHandler = (query: string, path: string) => unknown;

/** The only place that takes in `vscode://vaultsql.vault-sql/…` links; features bring a handler for a path. */
export interface Links extends vscode.Disposable {
  /** `path` may end in `/*`: any last part will do then. */
  add(path: `/${string}`, handler: LinkHandler): void;
}

export function createLinks(): Links {
  const handlers = new Map<string, LinkHandler>();
  const registration = vscode.window.registerUriHandler({
    async handleUri({ path, query }) {
      const handler = handlers.get(path) ?? handlers.get(path.replace(/[^/]*$/, '*'));
      await handler?.(query, path);
    },
  });
  return {
    add: (path, handler) => void handlers.set(path, handler),
    dispose: () => registration.dispose(),
  };
}
