import assert from 'node:assert/strict';
import '../withVscode.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../run/waiting.ts';
import { env } from '../fakeVscode.ts';

const { createClipboard } = await import('../../../../src/extension/platform/clipboard.ts');

/** A clipboard that takes its time for each answer, as one in another process does. */
function slowClipboard() {
  let text = '';
  let readings = 0;
  const clipboard = {
    async readText(): Promise<string> {
      readings++;
      const read = text;
      await sleep(30);
      return read;
    },
    async writeText(wanted: string): Promise<void> {
      text = wanted;
      await sleep(5);
    },
  };
  Object.assign(env, { clipboard });
  return { text: () => text, readings: () => readings };
}

describe('the clipboard', () => {
  it('is emptied of what was put there, after a while', async () => {
    const system = slowClipboard();
    const clipboard = createClipboard(() => 0.01);
    await clipboard.write('first');
    assert.equal(system.text(), 'first');
    await eventually('an empty clipboard', () => system.text() === '');
  });

  it('keeps what is copied in the midst of being emptied', async () => {
    const system = slowClipboard();
    let seconds = 0.01;
    const clipboard = createClipboard(() => seconds);
    for (const copy of ['write', 'writePermanently'] as const) {
      seconds = 0.01;
      const before = system.readings();
      await clipboard.write('first');
      await eventually('a look at what is there', () => system.readings() > before);
      seconds = 60;
      await clipboard[copy]('second');
      await sleep(60);
      assert.equal(system.text(), 'second');
    }
    clipboard.dispose();
  });
});
