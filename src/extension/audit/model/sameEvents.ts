import { identityOf } from './connectionSwitch.ts';
import type { AuditFeed } from './feed.ts';

/**
 * Tells, whenever asked, whether the feed still shows events from where they are from now: the same connection, or the
 * same file. A list or box may stay open while the person chooses another vault: what was chosen in it is then not sent.
 */
export function createSameEvents(feed: Pick<AuditFeed, 'connection' | 'file'>): () => boolean {
  const source = (): unknown => feed.file()?.ledger ?? identityOf(feed.connection());
  const before = source();
  return () => source() === before;
}
