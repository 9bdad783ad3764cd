import type { AuditModel } from './auditModel.ts';
import { connectionIdentity } from './connectionSwitch.ts';

/**
 * Returns a function that checks whether the same files are displayed, or events are requested from
 * the same connection, as now. What the user enters meanwhile must not be sent to another service.
 */
export function createSameEventsCheck({
  connections,
  state,
}: Pick<AuditModel, 'connections' | 'state'>): () => boolean {
  const source = (): unknown => state.file()?.ledger ?? connectionIdentity(connections.current());
  const before = source();
  return () => source() === before;
}
