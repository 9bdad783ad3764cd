import type { AuditModel } from './auditModel.ts';
import { identityOf } from './connectionSwitch.ts';

/**
 * Returns a function that tells whether the displayed events are still from the connection or the file that they are from
 * now. A list or an input box may stay open while the user selects another vault; what they choose in it must not be sent
 * there.
 */
export function createSameEvents({
  connections,
  state,
}: Pick<AuditModel, 'connections' | 'state'>): () => boolean {
  const source = (): unknown => state.file()?.ledger ?? identityOf(connections.current());
  const before = source();
  return () => source() === before;
}
