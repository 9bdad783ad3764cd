import assert from 'node:assert/strict';
import { type Editor, openEditor } from '../editor/session.ts';
import type { Bench } from './bench.ts';
import { median } from './bench.ts';

const runs = 7;
/** High enough for the whole list: it is drawn virtually. */
const viewport = { width: 1000, height: 3000 };

/**
 * Activation beside the editor's own simple-browser extension, both in the same window, each run in a fresh editor.
 * The figures are the editor's own, as "Show Running Extensions" lists them: loading the code and calling activate.
 */
const activation: Bench = async () => {
  const ours: number[] = [];
  const peers: number[] = [];
  for (let run = 0; run < runs; run++) {
    const editor = await openEditor({ name: 'activation', viewport });
    try {
      await editor.workbench.runCommand('Simple Browser: Show');
      await editor.workbench.quickInput.dismiss();
      await editor.workbench.runCommand('Vault SQL: Show Log');
      await editor.workbench.runCommand('Developer: Show Running Extensions');
      peers.push(await activationTime(editor, 'simple-browser'));
      ours.push(await activationTime(editor, 'vault-sql'));
    } finally {
      await editor.close();
    }
  }
  const peer = median(peers);
  return [
    {
      id: 'activation',
      what: 'activation of the packed extension in a real editor, loading its code included',
      value: median(ours),
      unit: 'ms',
      better: 'lower',
      target: 1.5 * peer,
      peers: [{ name: 'simple-browser', value: peer }],
      runs,
    },
  ];
};
export default activation;
export const needsProgram = true;

/** Reads "Activation: 22ms" from the row of the extension of that name. */
async function activationTime({ page }: Editor, name: string): Promise<number> {
  const row = page.locator('.runtime-extensions-editor').getByRole('listitem', { name, exact: true });
  const shown = row.getByText(/Activation: \d+ms/).first();
  await shown.waitFor();
  const milliseconds = Number(/Activation: (\d+)ms/.exec((await shown.textContent()) ?? '')?.[1]);
  assert.ok(Number.isFinite(milliseconds), `no activation time of ${name}`);
  return milliseconds;
}
