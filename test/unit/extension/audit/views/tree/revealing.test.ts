import assert from 'node:assert/strict';
import { toCompactEvent } from '../../../../../../src/core/audit/feed/compactEvent.ts';
import { toEventKey } from '../../../../../../src/core/audit/store/localKeys.ts';
import type { LoadedEvent } from '../../../../../../src/core/audit/table/trailReads.ts';
import { toAuditEvent } from '../../../../../../src/core/service/decode.ts';
import type { AuditNode } from '../../../../../../src/extension/audit/views/tree/auditNode.ts';
import { revealEvent } from '../../../../../../src/extension/audit/views/tree/revealing.ts';

const row: LoadedEvent = { key: toEventKey(7), event: toCompactEvent(toAuditEvent({})) };
const nodeOf = (name: string): AuditNode => ({ kind: 'day', id: name }) as unknown as AuditNode;

describe('selecting the row of an event', () => {
  /** A view of a tree that is drawn again during the first `redraws` tries, and then has the row or not. */
  function setUp(redraws: number, hasRow = true) {
    let drawn = 0;
    let node: AuditNode | undefined = nodeOf('0');
    const revealed: AuditNode[] = [];
    const tree = { findNodeOfEvent: async () => node };
    const view = {
      async reveal(wanted: AuditNode) {
        if (drawn < redraws) {
          drawn++;
          node = hasRow ? nodeOf(String(drawn)) : undefined;
        }
        if (wanted !== node) throw new Error('Cannot resolve tree item');
        revealed.push(wanted);
      },
    };
    return { tree, view, revealed, now: () => node };
  }

  it('goes on with the new row where the tree is drawn again meanwhile', async () => {
    const { tree, view, revealed, now } = setUp(1);
    assert.equal(await revealEvent(tree, view, row), true);
    assert.deepEqual(revealed, [now()]);
  });

  it('says that there is none, also where it went meanwhile', async () => {
    const gone = setUp(1, false);
    assert.equal(await revealEvent(gone.tree, gone.view, row), false);
    assert.equal(await revealEvent(gone.tree, gone.view, row), false);
    const restless = setUp(100);
    assert.equal(await revealEvent(restless.tree, restless.view, row), false);
  });

  it('tries again where the editor is not ready for it, and gives up in the end', async () => {
    const { tree, now } = setUp(0);
    const tried: unknown[] = [];
    const failing = (most: number) => ({
      reveal: async (node: AuditNode) => {
        tried.push(node);
        if (tried.length <= most) throw new Error('Cannot resolve tree item');
      },
    });
    assert.equal(await revealEvent(tree, failing(1), row), true);
    assert.deepEqual(tried, [now(), now()]);
    assert.equal(await revealEvent(tree, failing(100), row), false);
  });
});
