import { join } from 'node:path';
import { screens } from './cache.ts';
import type { Editor } from './session.ts';

/** Takes a picture after each test of a suite, for a person to look at. */
export function pictureAfterEach(editor: () => Editor, name: string): void {
  afterEach(function () {
    return editor().workbench.screenshot(join(screens, `${name}-${fileName(this.currentTest?.title)}.png`));
  });
}

/**
 * Closes the editor of a suite after its tests. Where one failed, the run's folder is kept, with a picture of what was
 * on screen then.
 */
export function closeAfterTests(editor: () => Editor | undefined): void {
  let failed = false;
  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    failed = true;
    const open = editor();
    await open?.workbench.screenshot(join(open.run.path, `${fileName(this.currentTest.title)}.png`));
  });
  after(() => editor()?.close({ keep: failed }));
}

const fileName = (title = ''): string => title.replace(/\W+/g, '-').slice(0, 40);
