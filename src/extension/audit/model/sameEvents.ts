import type { AuditModel } from './auditModel.ts';
import { connectionIdentity } from './connectionSwitch.ts';

/**
 * Returns a function that returns true as long as the same files are displayed as now or, if no files are displayed,
 * events are requested from the same connection as now. Use it while a list or an input box is open, because the user
 * may select another vault meanwhile, to which the input must not be sent.
 */
export function createSameEventsCheck({
  connections,
  state,
}: Pick<AuditModel, 'connections' | 'state'>): () => boolean {
  const source = (): unknown => state.file()?.ledger ?? connectionIdentity(connections.current());
  const before = source();
  return () => source() === before;
}
