import assert from 'node:assert/strict';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import { fakePlace } from '../fakePlace.ts';
import { EventEmitter } from '../fakeVscode.ts';
import { webviewsOf } from '../webviews.ts';

const { createResults } = await import('../../../../src/extension/results/controller.ts');

describe('the focus of the results', () => {
  it('is taken to the find bar by the command, and left where it is by a key of the page', () => {
    const deps = {
      webviews: webviewsOf(),
      targets: { onDidChange: new EventEmitter<void>().event },
    };
    const asked: string[] = [];
    const { place } = fakePlace('show', (what) => asked.push(what));
    const panel = { onResolve: (listener: (view: typeof place) => void) => listener(place) };
    const results = createResults(deps as unknown as Deps, panel, () => undefined);
    results.openFind('panel');
    assert.deepEqual(asked.splice(0), ['find']);
    results.openFind();
    assert.deepEqual(asked, ['focus', 'find']);
  });
});
