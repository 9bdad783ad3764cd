import * as vscode from 'vscode';
import type { LoadedNames, NamesSource } from '../../app/auditNames.ts';
import type { AuditFeed } from './feed.ts';

/** What the loaded events show of vaults; of those of a file nothing, since it is unknown whose they are. */
export function namesOfLoaded(feed: AuditFeed): NamesSource & vscode.Disposable {
  const changes = new vscode.EventEmitter<void>();
  let last = sourceOf(feed);
  const listening = feed.onDidChange(() => {
    const now = sourceOf(feed);
    if (now === last) return;
    last = now;
    changes.fire();
  });
  return {
    onDidChange: changes.event,
    async read(): Promise<LoadedNames | undefined> {
      // The address of a connection may change without a word.
      last = sourceOf(feed);
      const origin = feed.origin();
      if (!origin || last === undefined) return undefined;
      const listing = feed.listing();
      const vaults = await feed.trail.vaultNames(listing);
      return vaults && listing === feed.listing() ? { connection: origin, vaults } : undefined;
    },
    dispose: () => vscode.Disposable.from(listening, changes).dispose(),
  };
}

/** What the names depend on: they are read from all loaded events, which is work. Undefined where there are none. */
function sourceOf(feed: AuditFeed): string | undefined {
  const origin = feed.origin();
  if (!origin || !feed.loaded() || feed.isStale()) return undefined;
  return JSON.stringify([origin.name, feed.listing(), feed.provenance().loaded]);
}
