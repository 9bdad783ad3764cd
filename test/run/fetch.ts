/** Brings database engines, browser and editors into the cache, ahead of the stages that need them; those report what went wrong. */
import { findBrowser } from '../editor/browser.ts';
import { prepareEditor } from '../editor/editor.ts';
import { installNpmEditor } from '../editor/npmInstall.ts';
import { testEngines } from '../engines/engines.ts';

const work = [
  ...testEngines.map(({ install }) => install),
  findBrowser,
  // Host tests may take another editor than the driven workbench does.
  () => prepareEditor(),
  () => installNpmEditor(),
  () => prepareEditor({ floor: true }),
];
for (const step of work) {
  await step().then(undefined, (error: unknown) => {
    console.error(String(error));
    process.exitCode = 1;
  });
}
