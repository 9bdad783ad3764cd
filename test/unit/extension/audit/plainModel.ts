/** A model whose views read from a plain list, and which shares nothing with the local store. */
import assert from 'node:assert/strict';
import type { LocalTrail } from '../../../../src/core/audit/table/trail.ts';
import type { AuditEvent } from '../../../../src/core/service/types.ts';
import { clonedTrail } from '../../core/audit/clonedTrail.ts';
import { PlainTrail } from '../../core/audit/plainTrail.ts';
import '../withVscode.ts';
import { connectionOf, type FakeService, fakeService, fileOf } from './fakeModel.ts';

const { AuditModel } = await import('../../../../src/extension/audit/model/auditModel.ts');

const refuse = (): never => assert.fail('read from the local store');
/** A local store to which events are added, but which refuses to be read. */
const unreadStore = (): LocalTrail => ({
  ...clonedTrail(),
  view: refuse,
  window: refuse,
  rows: refuse,
  groups: refuse,
  events: refuse,
  members: refuse,
  find: refuse,
  values: refuse,
  whoReadWhat: refuse,
  unusualValues: refuse,
});

/** A model that displays `events` from a `PlainTrail`, as the events of a file. */
export function plainModel(events: readonly AuditEvent[]): Pick<FakeService, 'deps' | 'model'> {
  const { deps } = fakeService(connectionOf('a'));
  const model = new AuditModel(deps, unreadStore(), async () => false, new PlainTrail(() => events));
  model.source.displayOpenedFile(fileOf(model, 'a.ndjson', events));
  return { model, deps };
}
