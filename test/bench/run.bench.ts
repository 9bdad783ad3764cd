/**
 * From Run to the first painted row, in the real editor with the packed extension. The figures are the extensions' own,
 * which they log for each result: from the command to the frame after the rows were drawn.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LocalVault, startLocalVault } from '../../src/localVault/server/server.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { eventually } from '../run/waiting.ts';
import { type Bench, median } from './bench.ts';
import { packTrivialExtension } from './trivialExtension.ts';

const rounds = 5;
/** Of each extension in a round, after one that brings its view up. */
const runsEach = 3;
const runs = rounds * runsEach;
const query =
  "SELECT id, name, email, phone, ssn, city, state FROM persons WHERE state = 'CA' LIMIT 25 OFFSET 0";
const file = 'paint.vaultsql';

/** What presses its keys, and where it logs the milliseconds. */
interface Runner {
  readonly keys: string;
  readonly log: string;
}
const ours: Runner = { keys: 'ControlOrMeta+Enter', log: 'Vault SQL.log' };
const trivial: Runner = { keys: 'Control+F9', log: 'Trivial.log' };

/** Both in one editor, in turn, with the same request of the same vault: another program's load falls on both. */
const runToPaint: Bench = async () => {
  const vault = await startLocalVault({ rows: 10_000 });
  const vsix = await packTrivialExtension();
  const editor = await openEditor({
    name: 'paint',
    others: [vsix],
    env: { BENCH_TOKEN: vault.token },
    settings: settingsFor(vault),
  });
  try {
    await writeFile(join(editor.run.workspace, file), `-- vault: bench/vault\n${query};\n`);
    await editor.workbench.openFile(file);
    await editor.workbench.editor.codeLens(/Run/).waitFor();
    const [own, peer]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      own.push(...(await paintTimes(editor, ours)));
      peer.push(...(await paintTimes(editor, trivial)));
    }
    const [value, least, plain] = [median(own), median(peer), await plainRequest(vault)];
    return [
      {
        id: 'run-to-paint',
        what: 'from Run to the first painted row, local vault, real editor',
        value,
        unit: 'ms',
        better: 'lower',
        target: 150,
        runs,
        peers: [
          { name: 'trivial webview view with the same request', value: least },
          { name: 'the same query as one HTTP request, no editor', value: plain },
        ],
      },
      {
        id: 'run-to-paint-over-trivial',
        what: 'the same over a trivial webview view that paints the rows of the same request in the same editor',
        value: value / least,
        unit: 'times',
        better: 'lower',
        target: 1.5,
        runs,
        peers: [{ name: 'milliseconds of the trivial one', value: least }],
      },
    ];
  } finally {
    await editor.close();
    await vault.close();
    await rm(vsix, { force: true });
  }
};
export default runToPaint;
export const needsProgram = true;

function settingsFor({ url, token, accountID, vaultID }: LocalVault) {
  const auth = { kind: 'environment', variable: 'BENCH_TOKEN' };
  const vaults = [{ id: vaultID, name: 'vault' }];
  return {
    'vaultsql.connections': [{ name: 'bench', environment: 'test', baseUrl: url, accountID, vaults, auth }],
    'trivial.request': { url: `${url}/v1/vaults/${vaultID}/query`, token, query },
  };
}

/** Milliseconds of some runs from the editor, after one that brings the view up. */
async function paintTimes(editor: Editor, { keys, log }: Runner): Promise<number[]> {
  const painted = (): number[] => loggedTimes(editor.run.userData, log);
  const before = painted().length;
  for (let run = 1; run <= runsEach + 1; run++) {
    await editor.workbench.editor.goTo(2);
    await editor.page.keyboard.press(keys);
    await eventually(`the rows of ${log}`, () => Promise.resolve(painted().length >= before + run));
  }
  const times = painted().slice(before);
  assert.equal(times.length, runsEach + 1);
  return times.slice(1);
}

function loggedTimes(userData: string, log: string): number[] {
  const logs = globSync(`**/${log}`, { cwd: userData });
  const text = logs.map((path) => readFileSync(join(userData, path), 'utf8')).join('\n');
  return [...text.matchAll(/first row painted (\d+) ms after/g)].map((match) => Number(match[1]));
}

async function plainRequest({ url, token, vaultID }: LocalVault): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const started = performance.now();
    const response = await fetch(`${url}/v1/vaults/${vaultID}/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    await response.text();
    times.push(performance.now() - started);
  }
  return median(times.slice(1));
}
