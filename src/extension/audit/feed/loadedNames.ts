import * as vscode from 'vscode';
import type { AuditNames, LoadedNames } from '../../app/auditNames.ts';
import type { AuditFeed } from './feed.ts';

/** What the loaded events show of vaults; of those of a file nothing, since it is unknown whose they are. */
export function namesOfLoaded(feed: AuditFeed): AuditNames & vscode.Disposable {
  const changes = new vscode.EventEmitter<void>();
  const listening = feed.onDidChange(({ isLive }) => {
    if (!isLive) changes.fire();
  });
  return {
    onDidChange: changes.event,
    async read(): Promise<LoadedNames | undefined> {
      const origin = feed.origin();
      if (!origin || !feed.loaded() || feed.isStale()) return undefined;
      const listing = feed.listing();
      const vaults = await feed.trail.vaultNames(listing);
      return vaults && listing === feed.listing() ? { connection: origin.name, vaults } : undefined;
    },
    dispose: () => vscode.Disposable.from(listening, changes).dispose(),
  };
}
