import assert from 'node:assert/strict';
import { EventEmitter } from '../fakeVscode.ts';
import '../withVscode.ts';

const { registerWalkthroughStep } = await import('../../../../src/extension/audit/register.ts');

describe('the walkthrough’s step about the audit event of a query', () => {
  it('is done once new events were loaded after a query was run, however they were loaded', () => {
    const changes = new EventEmitter<{ readonly isLive: boolean }>();
    const done: string[] = [];
    let [isRun, isOfFile] = [false, false];
    let newest: string | undefined;
    const state = {
      onDidChange: changes.event,
      isLoaded: () => newest !== undefined,
      file: () => (isOfFile ? ({} as never) : undefined),
      provenance: () => ({ newest }) as never,
    };
    const walkthrough = { isDone: () => isRun, markDone: (step: string) => void done.push(step) };
    const listening = registerWalkthroughStep(state, walkthrough);
    const change = (to: string | undefined): void => {
      newest = to;
      changes.fire({ isLive: false });
    };
    change(undefined);
    change('1');
    isRun = true;
    change('1');
    isOfFile = true;
    change('2');
    isOfFile = false;
    change('1');
    assert.deepEqual(done, []);
    change('2');
    assert.deepEqual(done, ['audit']);
    listening.dispose();
  });
});
