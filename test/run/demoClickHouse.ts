/**
 * `npm run demo:clickhouse`: the local vault's audit trail in ClickHouse, and the audit table on it in a real VS Code, from
 * the packed and installed VSIX. Starts ClickHouse 26.7 as the tests do (Linux on x64), creates the tables, sends the
 * trail with `audit follow`, and drives the editor. Prints the steps, writes demo/clickhouse/*.png and report.json, and
 * ends with 0 only if every step was seen on screen.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalVault, startLocalVault } from '../../src/localVault/server/server.ts';
import { root } from '../editor/cache.ts';
import { start } from '../editor/processes.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { startClickHouse } from '../engines/clickHouse.ts';
import type { EngineServer } from '../engines/serverProcess.ts';
import { VaultSql } from '../vsix/vaultSql.ts';
import { Steps } from './steps.ts';

const READER_PASSWORD = 'reader-password';
const [DATABASE, TABLE] = ['audit', 'events'];
/** As wide as what is worth reading in the pictures. */
const viewport = { width: 1120, height: 680 };

const directory = join(root, 'demo', 'clickhouse');
await Steps.prepare(directory);
const folder = await mkdtemp(join(tmpdir(), 'vaultsql-demo-'));
const started = performance.now();

console.log('Starting ClickHouse and a local vault …');
const engine = await startClickHouse();
const url = engine.url.replace(/\/$/, '');
let vault: LocalVault | undefined;
let editor: Editor | undefined;
let complete = false;
try {
  vault = await startLocalVault({ rows: 100, dataDir: folder, faults: {}, warn: () => undefined });
  await runCli(['init', 'clickhouse', '--url', url, '--database', DATABASE, '--table', TABLE, '--run'], {
    CLICKHOUSE_USER: 'default',
  });
  await followInto(engine, vault);
  console.log('Opening a real VS Code with the packed extension …');
  editor = await openEditor({
    name: 'demo-clickhouse',
    theme: 'light',
    viewport,
    env: { VAULTSQL_DEMO_TOKEN: vault.token },
    settings: { 'editor.minimap.enabled': false, 'vaultsql.connections': [connectionOf(vault)] },
  });
  await showTable(editor, vault);
  complete = true;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await editor?.close({ keep: !complete });
  await vault?.close();
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
}
console.log(
  complete
    ? 'Every step was seen; pictures and report.json are in demo/clickhouse/.'
    : 'The demo did not get to its end.',
);

/** Runs the command `audit` of the packed command line. Rejects with its output if it fails. */
async function runCli(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<void> {
  const child = start(process.execPath, [join(root, 'dist', 'cli.cjs'), 'audit', ...args], {
    env: { ...process.env, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  assert.equal(code, 0, output);
  console.log(`audit ${args[0]}: ${output.trim().split('\n').at(-1)}`);
}

/** Sends the events of the vault that are not in ClickHouse yet. */
function followInto(server: EngineServer, from: LocalVault): Promise<void> {
  const to = `clickhouse:${server.url.replace(/\/$/, '')}?database=${DATABASE}&table=${TABLE}`;
  const state = ['--state', join(folder, 'state.json'), '--since', '2000-01-01', '--once'];
  const source = ['--url', from.url, '--account', from.accountID, '--token-env', 'VAULT_TOKEN'];
  return runCli(['follow', ...source, '--to', to, ...state], {
    VAULT_TOKEN: from.token,
    CLICKHOUSE_USER: 'writer',
    CLICKHOUSE_PASSWORD: 'writer-password',
  });
}

function connectionOf({ url: baseUrl, accountID, vaultID }: LocalVault): object {
  return {
    name: 'collected',
    environment: 'development',
    baseUrl,
    accountID,
    vaults: [{ id: vaultID, name: 'vault' }],
    auth: { kind: 'environment', variable: 'VAULTSQL_DEMO_TOKEN' },
    trail: { kind: 'clickhouse', url, database: DATABASE, table: TABLE, user: 'reader' },
  };
}

async function query({ accountID, token, url: address, vaultID }: LocalVault, text: string): Promise<void> {
  const response = await fetch(`${address}/v1/vaults/${vaultID}/query`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-account-id': accountID,
    },
    body: JSON.stringify({ query: text }),
  });
  assert.equal(response.status, 200, await response.text());
}

/** Opens the table, asks about the address of the story, and shows the events that came meanwhile. */
async function showTable({ page, workbench, version }: Editor, from: LocalVault): Promise<void> {
  const vaultSql = new VaultSql(workbench);
  const { quickInput } = workbench;
  const steps = new Steps({ directory, screenshot: (path) => workbench.screenshot(path) });
  let isSeen = false;
  const table = () => workbench.webview('Audit Table');
  const says = async (text: RegExp): Promise<void> => {
    await (await table()).getByRole('status').filter({ hasText: text }).first().waitFor();
  };
  try {
    await steps.step('Select the time range', async () => {
      await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
      await vaultSql.command('Open Audit Trail in ClickHouse');
      await quickInput.opened('Select the time range of the events');
    });
    await steps.step('Type the password of the reader', async () => {
      await quickInput.choose('Last 30 days');
      await quickInput.opened('Password of reader in ClickHouse');
    });
    await steps.step('Open the audit table on ClickHouse', async () => {
      await quickInput.answer(READER_PASSWORD);
      await quickInput.closed();
      await says(/events · ClickHouse, last 30 days, up to/);
      await workbench.runCommand('View: Hide Panel');
      await vaultSql.command('Open Audit Table in Tab');
      await says(/events · ClickHouse, last 30 days, up to/);
    });
    await steps.step('See what one address did', async () => {
      const frame = await table();
      await frame.getByRole('button', { name: /^203\.0\.113\.77/ }).click();
      await says(/^\d+ of [\d,]+ match · ClickHouse, last 30 days, up to/);
      await frame.getByRole('grid', { name: 'Audit events' }).focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await frame.getByRole('region', { name: 'Who', exact: true }).waitFor();
    });
    await steps.step('See who read what', async () => {
      await vaultSql.command('Who Read What');
      await (await table()).getByRole('grid', { name: 'Who read what' }).waitFor();
      await (await table()).getByRole('gridcell', { name: 'card_number' }).first().waitFor();
    });
    await steps.step('Refresh to show newer events', async () => {
      await query(from, 'SELECT name FROM persons LIMIT 3');
      await followInto(engine, from);
      const frame = await table();
      await frame.getByRole('button', { name: 'Events', exact: true }).click();
      await frame
        .getByRole('button', { name: /^Clear/ })
        .first()
        .click();
      await says(/^[\d,]+ events · ClickHouse, last 30 days, up to/);
      await vaultSql.command('Refresh Audit Events');
      await frame
        .getByRole('gridcell', { name: /SELECT name FROM persons LIMIT/ })
        .first()
        .waitFor();
      await says(/^[\d,]+ events · ClickHouse, last 30 days, up to/);
    });
    await steps.step('Show newer events of the service', async () => {
      await query(from, 'SELECT city FROM persons LIMIT 2');
      await vaultSql.command('Show Newer Audit Events of the Service');
      const frame = await table();
      await frame
        .getByRole('gridcell', { name: /SELECT city FROM persons LIMIT/ })
        .first()
        .waitFor();
      await says(/^[\d,]+ events · ClickHouse, last 30 days, up to .+, then the service$/);
    });
    isSeen = true;
  } finally {
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    await steps.report({ editor: `VS Code ${version}`, seconds }, isSeen);
  }
}
