/** From a keystroke to the squiggle on screen in a real editor: ours, and that of a trivial extension beside it. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JSHandle, Page } from 'playwright-core';
import { type Editor, openEditor } from '../editor/session.ts';
import { inTime } from '../run/waiting.ts';
import '../unit/extension/withVscode.ts';
import { type Bench, measurePair, median, type Pair, spreadOf } from './bench.ts';
import { packTrivialExtension } from './trivialExtension.ts';

const { DEBOUNCE_MS } = await import('../../src/extension/language/providers/diagnostics.ts');

/** An even number, so that each extension comes first as often as the other. */
const rounds = 10;
/** Keystrokes measured for each extension in a round, after one that warms up. */
const keystrokes = 3;
const runs = rounds * keystrokes;
/** Milliseconds of a frame at 60 Hz. A squiggle appears with a frame, so times differ by whole frames. */
const FRAME_MS = 1000 / 60;
const [ours, trivial] = ['cards.vaultsql', 'cards.trivial'];

/**
 * Compares both extensions in one editor, round by round. Each time is a few frames, most of it the debounce and the
 * editor itself, which both have: so the figure is their difference, not a ratio.
 */
const bench: Bench = async () => {
  const vsix = await packTrivialExtension();
  const settings = { 'trivial.debounce': DEBOUNCE_MS };
  const editor = await openEditor({ name: 'squiggle', others: [vsix], settings });
  try {
    await writeFile(join(editor.run.workspace, trivial), '');
    const pairs: Pair<number>[] = [];
    for (let round = 0; round < rounds; round++) {
      const measure = async (file: string): Promise<number> => median(await squiggleTimes(editor, file));
      pairs.push(
        await measurePair(
          round,
          () => measure(ours),
          () => measure(trivial),
        ),
      );
    }
    const peer = {
      name: 'milliseconds of the trivial extension',
      value: median(pairs.map((pair) => pair.peer)),
    };
    const differences = pairs.map((pair) => pair.ours - pair.peer);
    const difference = median(differences);
    return [
      {
        id: 'keystroke-to-squiggle',
        what: 'from a keystroke to the squiggle on screen in a real editor, with the debounce',
        value: median(pairs.map((pair) => pair.ours)),
        unit: 'ms',
        better: 'lower',
        target: 150,
        peers: [peer],
        runs,
      },
      {
        id: 'squiggle-over-trivial',
        what: 'the same, frames of 16.7 ms more than a trivial extension with one diagnostic in the same editor, median of rounds',
        value: difference / FRAME_MS,
        unit: 'frames',
        better: 'lower',
        target: 1,
        peers: [
          { name: 'difference in milliseconds', value: difference },
          peer,
          ...spreadOf('difference in milliseconds', differences),
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
export const needsProgram = true;

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
