import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { unlessReplaced } from '../editor/frames.ts';
import type { WebviewPage } from './harness.ts';
import { closeAfterEach, harnessOfSuite } from './suite.ts';

describe('reading in a frame that may be replaced', () => {
  const harness = harnessOfSuite('results');
  let view: WebviewPage;
  let frame: Frame;

  beforeEach(async () => {
    view = await harness.open();
    const added = view.page.waitForEvent('frameattached');
    await view.page.evaluate(() => document.body.append(document.createElement('iframe')));
    frame = await added;
  });
  closeAfterEach(() => view);

  /** A reading that has begun in the page and does not end. */
  async function beginReading(): Promise<Promise<unknown>[]> {
    const reading = frame.evaluate('window.isRead = true, new Promise(() => undefined)');
    await view.page.waitForFunction('window.frames[0].isRead');
    return [reading];
  }

  it('gives what was read', async () => {
    assert.equal(await unlessReplaced(frame.evaluate('1 + 1')), 2);
  });

  it('gives nothing where the frame is removed', async () => {
    const reading = (await beginReading()).map(unlessReplaced);
    await view.page.evaluate(() => document.querySelector('iframe')?.remove());
    assert.deepEqual(await Promise.all(reading), [undefined]);
  });

  it('gives nothing where the frame gets another document', async () => {
    const reading = (await beginReading()).map(unlessReplaced);
    await view.page.evaluate(() => window.frames[0]?.location.reload());
    assert.deepEqual(await Promise.all(reading), [undefined]);
  });

  it('gives nothing where the frame was removed before', async () => {
    await view.page.evaluate(() => document.querySelector('iframe')?.remove());
    assert.equal(await unlessReplaced(frame.evaluate('1 + 1')), undefined);
    assert.equal(await unlessReplaced(frame.locator('body').count()), undefined);
  });

  it('rejects on any other error', async () => {
    await assert.rejects(unlessReplaced(frame.evaluate('missing.name')), /missing is not defined/);
    await assert.rejects(
      unlessReplaced(frame.locator('html, body').evaluate(() => true)),
      /strict mode violation/,
    );
  });
});
