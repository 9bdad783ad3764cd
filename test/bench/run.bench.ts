import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startLocalVault } from '../../src/localVault/server/server.ts';
import { openEditor } from '../editor/session.ts';
import { VaultSql } from '../vsix/vaultSql.ts';
import { type Bench, median } from './bench.ts';

const runs = 15;
const query =
  "SELECT id, name, email, phone, ssn, city, state\nFROM persons\nWHERE state = 'CA' LIMIT 25 OFFSET 0";

/**
 * From Run to the first painted row, in the real editor with the packed extension, against the local vault. The
 * figure is the extension's own, which it logs for each result: from the command to the frame after the rows were
 * drawn. The peer is the same query without an editor: one HTTP request to a local vault in this process.
 */
const runToPaint: Bench = async () => {
  const editor = await openEditor({ name: 'paint' });
  try {
    const vaultSql = new VaultSql(editor.workbench);
    await vaultSql.startLocalVault();
    await editor.workbench.openFile('persons.vaultsql');
    await editor.workbench.editor.codeLens(/Run/).waitFor();
    await vaultSql.runStatementAt(4);
    await vaultSql.resultsSay(/Rows 1–25/);
    for (let run = 0; run < runs; run++) {
      const before = painted(editor.run.userData).length;
      await editor.workbench.editor.goTo(4);
      await editor.page.keyboard.press('ControlOrMeta+Enter');
      await until(() => painted(editor.run.userData).length > before);
    }
    const times = painted(editor.run.userData).slice(1);
    const peer = await plainRequests();
    return [
      {
        id: 'run-to-paint',
        what: 'from Run to the first painted row, local vault, real editor',
        value: median(times),
        unit: 'ms',
        better: 'lower',
        target: 150,
        peers: [{ name: 'the same query as one HTTP request, no editor', value: peer }],
        runs,
      },
    ];
  } finally {
    await editor.close();
  }
};
export default runToPaint;

/** The milliseconds of each result, from the extension's log. */
function painted(userData: string): number[] {
  const logs = globSync('**/Vault SQL.log', { cwd: userData });
  const text = logs.map((log) => readFileSync(join(userData, log), 'utf8')).join('\n');
  return [...text.matchAll(/first row painted (\d+) ms after Run/g)].map((match) => Number(match[1]));
}

async function until(look: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!look()) {
    assert.ok(Date.now() < end, 'no row was painted');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function plainRequests(): Promise<number> {
  const vault = await startLocalVault({ rows: 10_000 });
  try {
    const times: number[] = [];
    for (let run = 0; run <= runs; run++) {
      const started = performance.now();
      const response = await fetch(`${vault.url}/v1/vaults/${vault.vaultID}/query`, {
        method: 'POST',
        headers: { authorization: `Bearer ${vault.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      await response.text();
      times.push(performance.now() - started);
    }
    return median(times.slice(1));
  } finally {
    await vault.close();
  }
}
