import type { AuditModel } from './auditModel.ts';
import { identityOf } from './connectionSwitch.ts';

/**
 * Tells, whenever asked, whether the model still shows events from where they are from now: the same connection, or the
 * same file. A list or box may stay open while the person chooses another vault: what was chosen in it is then not sent.
 */
export function createSameEvents({
  connections,
  state,
}: Pick<AuditModel, 'connections' | 'state'>): () => boolean {
  const source = (): unknown => state.file()?.ledger ?? identityOf(connections.current());
  const before = source();
  return () => source() === before;
}
