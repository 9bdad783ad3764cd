import * as vscode from 'vscode';
import type { Messages } from './messages.ts';

/** What a link asks for. It comes from anywhere, a web page included: nothing in it is to be trusted. */
type LinkHandler = (query: string, path: string) => unknown;

/**
 * The only place that receives `vscode://vaultsql.vault-sql/…` links. A feature brings a handler for a path; a link with any
 * other path is refused with a sentence.
 */
export interface Links extends vscode.Disposable {
  /** `path` may end in `/*`: any last part will do then. */
  add(path: `/${string}`, handler: LinkHandler): void;
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
    add: (path, handler) => void handlers.set(path, handler),
    dispose: () => registration.dispose(),
  };
}
