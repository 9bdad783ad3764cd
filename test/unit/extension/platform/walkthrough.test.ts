import assert from 'node:assert/strict';
import { executed } from '../fakeVscode.ts';
import '../withVscode.ts';

const { Walkthrough } = await import('../../../../src/extension/platform/walkthrough.ts');

describe('the walkthrough', () => {
  it('marks each step once, for an open walkthrough and for one opened later', () => {
    const since = executed.length;
    const walkthrough = new Walkthrough('vaultsql.vault-sql');
    assert.equal(walkthrough.isDone('run'), false);
    walkthrough.markDone('run');
    walkthrough.markDone('run');
    assert.equal(walkthrough.isDone('run'), true);
    assert.deepEqual(executed.slice(since), [
      ['setContext', 'vaultsql.walkthrough.run', true],
      ['welcome.markStepComplete', 'vaultsql.vault-sql#start#run'],
    ]);
  });
});
