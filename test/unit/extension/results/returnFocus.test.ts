import assert from 'node:assert/strict';
import { fakePlace } from '../fakePlace.ts';
import { webviewsOf } from '../webviews.ts';

const { createPanelLocation } = await import('../../../../src/extension/results/view/viewerLocations.ts');

describe('the focus of the results after a picker', () => {
  for (const visible of [true, false])
    it(`is taken back by ${visible ? 'the page itself' : 'the editor, which shows the panel'}`, () => {
      const shown: string[] = [];
      const sent: string[] = [];
      const { place } = fakePlace('show', (method) => sent.push(method));
      Object.assign(place, { visible, show: () => shown.push('panel') });
      const panel = { onResolve: (listener: (view: typeof place) => void) => listener(place) };
      createPanelLocation(webviewsOf(), panel, {} as Parameters<typeof createPanelLocation>[2]).returnFocus();
      assert.deepEqual([shown, sent], visible ? [[], ['focus']] : [['panel'], []]);
    });
});
