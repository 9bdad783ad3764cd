import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { closeAll, command, openQuery, type Summary, untilRead } from './editor.ts';

/** The page shown, as the copy command puts it on the clipboard: header and rows. */
async function copied(): Promise<string[][]> {
  await command('results.copy');
  const text = await vscode.env.clipboard.readText();
  return text.split('\n').map((line) => line.split('\t'));
}
const ids = async (): Promise<number[]> => (await copied()).slice(1).map(([id]) => Number(id));

describe('the main job, against the local vault over HTTP', () => {
  before(async () => {
    assert.equal(await command('localVault.start'), true);
    await closeAll();
  });
  after(async () => {
    await closeAll();
    assert.equal(await command('localVault.stop'), true);
  });
  afterEach(closeAll);

  it('runs the statement at the caret and pages by OFFSET', async () => {
    await openQuery('SELECT name FROM consents;\nSELECT id, name FROM per|sons;\nSELECT 1');
    const first = await command<Summary>('query.run');
    assert.deepEqual([first.phase, first.status], ['rows', 'Rows 1–25 · more available']);
    const firstIDs = await ids();
    assert.equal(new Set(firstIDs).size, 25);
    const second = await command<Summary>('results.nextPage');
    assert.equal(second.status, 'Rows 26–50 · more available · unordered; may skip rows');
    assert.equal(new Set([...firstIDs, ...(await ids())]).size, 50);
    const back = await command<Summary>('results.previousPage');
    assert.equal(back.status, 'Rows 1–25 · more available · unordered; may skip rows');
    assert.deepEqual(await ids(), firstIDs);
  });

  it('takes the statement’s LIMIT as the total and its OFFSET as the base', async () => {
    await openQuery('SELECT id FROM persons LIMIT 60 OFFSET 100');
    await command('query.run');
    await command('results.nextPage');
    const last = await command<Summary>('results.nextPage');
    const status = 'Rows 51–60 · end of results · unordered; may skip rows';
    assert.deepEqual([last.status, last.rowCount], [status, 10]);
    assert.equal((await command<Summary>('results.nextPage')).status, status);
    assert.equal((await command<Summary>('results.firstPage')).firstRowNumber, 1);
  });

  it('shows one value for an aggregate, with one request', async () => {
    await openQuery('SELECT COUNT(*) AS n FROM persons');
    assert.equal((await command<Summary>('query.run')).status, 'Row 1 · end of results');
    assert.deepEqual(await copied(), [['10000']]);
  });

  it('counts the rows of a statement', async () => {
    await openQuery("SELECT name FROM persons WHERE state = 'CA'");
    assert.equal((await command<Summary>('query.countRows')).phase, 'rows');
    const [[count]] = (await copied()) as [[string]];
    assert.ok(Number(count) > 0);
  });

  it('says that there is no record', async () => {
    await openQuery("SELECT name FROM persons WHERE state = 'nowhere'");
    const summary = await command<Summary>('query.run');
    assert.deepEqual([summary.phase, summary.title], ['none', 'No rows']);
  });

  it('never sends a statement that the vault would refuse, and puts the caret on the reason', async () => {
    const editor = await openQuery('SELECT name FROM persons|\nORDER BY name');
    const summary = await command<Summary>('query.run');
    assert.match(summary.title ?? '', /Not sent/);
    assert.deepEqual(editor.selection.active, new vscode.Position(1, 0));
    // It has no event: that is said, and waits until it is read.
    await untilRead(command('query.showAuditEvents'));
    await command('audit.clearFilters');
    const file = vscode.Uri.file(join(tmpdir(), `vault-sql-${process.pid}.ndjson`));
    assert.equal(await command('audit.export', file), true);
    const events = await readFile(file.fsPath, 'utf8');
    for (const path of [file.fsPath, `${file.fsPath}.manifest.json`]) await rm(path);
    assert.match(events, /FROM persons/);
    assert.doesNotMatch(events, /ORDER BY name/);
  });

  it('leads from a result to its audit event and to the query in it', async () => {
    await openQuery("SELECT id, name FROM persons WHERE name = 'Ada' LIMIT 5");
    await command('query.run');
    await command('query.showAuditEvents');
    const event = JSON.parse(await openedJson()) as {
      request: { data: { content: string }; httpInfo: { URI: string } };
      context: { actor: string };
    };
    assert.match(event.request.data.content, /name = '•••' LIMIT 5/);
    assert.equal(event.request.httpInfo.URI, '/v1/vaults/local-vault/query');
    assert.equal(event.context.actor, 'developer@local.test');
    await command('audit.openQuery');
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.languageId, 'vaultsql');
    assert.equal(document?.uri.scheme, 'vaultsql-audit');
    // The tabs of several queries differ by their times.
    assert.match(document?.uri.path ?? '', /\/\d\d-\d\d-\d\d query\.vaultsql$/);
    assert.match(
      document?.getText() ?? '',
      /^-- vault: local\/local-vault\nSELECT id, name FROM persons WHERE name = 'Ada'/,
    );
    assert.equal((await command<Summary>('query.run')).phase, 'none');
  });
});

/** The selected audit event's JSON. */
async function openedJson(): Promise<string> {
  await command('audit.showRawJson');
  const document = vscode.window.activeTextEditor?.document;
  assert.equal(document?.uri.scheme, 'vaultsql-audit');
  return document?.getText() ?? '';
}
