import * as vscode from 'vscode';
import type { Messages } from './messages.ts';

/**
 * Handles a link. Links can come from anywhere, including web pages, so neither the query nor the path can be trusted.
 */
type LinkHandler = (query: string, path: string) => unknown;

/** Receives links to this extension. A link without a handler only shows a warning. */
export interface Links extends vscode.Disposable {
  /**
   * Registers the handler for a path. If `path` ends in `/*`, the handler receives all paths that differ only in
   * the last segment and have no handler of their own.
   */
  addHandler(path: `/${string}`, handler: LinkHandler): void;
}

export function createLinks(messages: Pick<Messages, 'warn'>): Links {
  const handlers = new Map<string, LinkHandler>();
  const registration = vscode.window.registerUriHandler({
    async handleUri({ path, query }) {
      const handler = handlers.get(path) ?? handlers.get(path.replace(/[^/]*$/, '*'));
      if (handler) await handler(query, path);
      else await messages.warn(vscode.l10n.t('Vault SQL does not open this link. Nothing was done.'));
    },
  });
  return {
    addHandler: (path, handler) => void handlers.set(path, handler),
    dispose: () => registration.dispose(),
  };
}
