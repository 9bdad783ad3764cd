import type { AuditModel } from './auditModel.ts';
import { connectionIdentity } from './connectionSwitch.ts';

/**
 * Returns a function that checks whether the source of events is the same as at the time of this call: the same
 * displayed files or, without files, the same connection. What the user enters in the meantime must not be sent to
 * another service.
 */
export function createSameEventsCheck({
  connections,
  state,
}: Pick<AuditModel, 'connections' | 'state'>): () => boolean {
  const source = (): unknown => state.file()?.ledger ?? connectionIdentity(connections.current());
  const before = source();
  return () => source() === before;
}
