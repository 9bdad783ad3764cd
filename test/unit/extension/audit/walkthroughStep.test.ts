import assert from 'node:assert/strict';
import { EventEmitter } from '../fakeVscode.ts';
import '../withVscode.ts';

const { registerWalkthroughStep } = await import('../../../../src/extension/audit/register.ts');

describe('the walkthrough’s step about audit events', () => {
  it('is done once a service returned events, however they were loaded', () => {
    const changes = new EventEmitter<{ readonly isLive: boolean }>();
    const done: string[] = [];
    let [isLoaded, isOfFile, loaded] = [false, false, 0];
    const state = {
      onDidChange: changes.event,
      isLoaded: () => isLoaded,
      file: () => (isOfFile ? ({} as never) : undefined),
      provenance: () => ({ loaded }) as never,
    };
    const listening = registerWalkthroughStep(state, { markDone: (step) => void done.push(step) });
    const change = (...next: [boolean, boolean, number]): void => {
      [isLoaded, isOfFile, loaded] = next;
      changes.fire({ isLive: false });
    };
    change(false, false, 0);
    change(true, false, 0);
    change(true, true, 5);
    assert.deepEqual(done, []);
    change(true, false, 5);
    assert.deepEqual(done, ['audit']);
    listening.dispose();
  });
});
