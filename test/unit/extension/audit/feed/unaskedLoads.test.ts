import assert from 'node:assert/strict';
import type { AuditContext } from '../../../../../src/extension/audit/context.ts';
import { EventEmitter } from '../../fakeVscode.ts';
import { connectionOf, fakeService, settled } from '../fakeFeed.ts';
import '../../withVscode.ts';

const { registerUnaskedLoads } = await import('../../../../../src/extension/audit/feed/unaskedLoads.ts');

function setUp(accountID = 'a') {
  const service = fakeService(connectionOf('a', { accountID }), connectionOf('b'));
  const seeing = new EventEmitter<{ visible: boolean }>();
  const view = { visible: true, onDidChangeVisibility: seeing.event };
  registerUnaskedLoads({ ...service, view } as unknown as AuditContext);
  const show = (): Promise<void> => {
    seeing.fire({ visible: false });
    seeing.fire({ visible: true });
    return settled();
  };
  return { ...service, show };
}

describe('the side panel of audit events', () => {
  it('loads with the first look, and not again, whether or not that failed', async () => {
    for (const fails of [false, true]) {
      const { asked, show } = setUp();
      await show();
      assert.equal(asked.length, 1);
      if (fails) asked[0]?.refuse(500);
      else asked[0]?.answer({});
      await settled();
      await show();
      assert.equal(asked.length, 1);
    }
  });

  it('loads again after a failure where the connection is another', async () => {
    const { asked, show, setConnections } = setUp();
    await show();
    asked[0]?.refuse(500);
    await settled();
    setConnections([connectionOf('b')]);
    await settled();
    assert.deepEqual(
      asked.map(({ connection }) => connection),
      ['a', 'b'],
    );
  });

  it('asks for nothing where an account ID is missing', async () => {
    const { asked, show } = setUp('');
    await show();
    assert.equal(asked.length, 0);
  });
});
