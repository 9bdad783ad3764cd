/** From a keystroke to the squiggle on screen in a real editor: ours, and that of a trivial extension beside it. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JSHandle, Page } from 'playwright-core';
import { type Editor, openEditor } from '../editor/session.ts';
import { inTime } from '../run/waiting.ts';
import '../unit/extension/withVscode.ts';
import { type Bench, median } from './bench.ts';
import { packTrivialExtension } from './trivialExtension.ts';

const { debounceMs } = await import('../../src/extension/language/providers/diagnostics.ts');

const rounds = 10;
/** Of each extension in a round, after one that warms up. */
const keystrokes = 3;
const runs = rounds * keystrokes;
const [ours, trivial] = ['cards.vaultsql', 'cards.trivial'];

/** Both in one editor, in turn, so that another program's load falls on both. */
const bench: Bench = async () => {
  const vsix = await packTrivialExtension();
  const settings = { 'trivial.debounce': debounceMs };
  const editor = await openEditor({ name: 'squiggle', others: [vsix], settings });
  try {
    await writeFile(join(editor.run.workspace, trivial), '');
    const [own, peer]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      own.push(...(await squiggleTimes(editor, ours)));
      peer.push(...(await squiggleTimes(editor, trivial)));
    }
    const [value, least] = [median(own), median(peer)];
    return [
      {
        id: 'keystroke-to-squiggle',
        what: 'from a keystroke to the squiggle on screen in a real editor, with the debounce',
        value,
        unit: 'ms',
        better: 'lower',
        target: 150,
        peers: [{ name: 'trivial extension', value: least }],
        runs,
      },
      {
        id: 'squiggle-over-trivial',
        what: 'the same without the debounce, over a trivial extension with one diagnostic in the same editor',
        value: (value - debounceMs) / (least - debounceMs),
        unit: 'times',
        better: 'lower',
        target: 1.3,
        peers: [
          { name: 'milliseconds of the trivial extension without the debounce', value: least - debounceMs },
        ],
        runs,
      },
    ];
  } finally {
    await editor.close();
    await rm(vsix, { force: true });
  }
};
export default bench;
export const opensEditor = true;

/** Milliseconds of some keystrokes in a file, from the key's event to the frame in which the squiggle is there. */
async function squiggleTimes({ page, workbench }: Editor, file: string): Promise<number[]> {
  await workbench.openFile(file);
  await workbench.editor.replaceAll('SELECT brand FROM credit_cards WHERE credit_limit > 1;');
  await workbench.editor.goTo(1, 52);
  const times: number[] = [];
  for (let i = 0; i <= keystrokes; i++) {
    const watch = await watchSquiggle(page);
    // `>=` is not in the dialect.
    await page.keyboard.type('=');
    const { elapsed } = await inTime(
      `a squiggle in ${file}`,
      watch.evaluate((waiting) => waiting.done),
    );
    await watch.dispose();
    // The first one warms up.
    if (i > 0) times.push(elapsed);
    await page.keyboard.press('Backspace');
    await workbench.editor.squiggles('error').waitFor({ state: 'detached' });
  }
  return times;
}

interface Watch {
  readonly done: Promise<{ readonly elapsed: number }>;
}

/** Set up before a key is pressed: milliseconds from its event to the frame after the first squiggle of an error. */
function watchSquiggle(page: Page): Promise<JSHandle<Watch>> {
  return page.evaluateHandle(() => {
    // In an object, since a promise by itself would be waited for here.
    const done = new Promise<{ elapsed: number }>((resolve) => {
      let pressed = 0;
      const onKey = (event: KeyboardEvent) => {
        pressed = event.timeStamp;
      };
      window.addEventListener('keydown', onKey, { capture: true, once: true });
      const observer = new MutationObserver(() => {
        if (pressed === 0 || !document.querySelector('.squiggly-error')) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve({ elapsed: performance.now() - pressed }));
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    return { done };
  });
}
