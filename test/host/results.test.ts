import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { afterTimer } from '../run/waiting.ts';
import { closeAll, command, eventually, openQuery, type Summary, untilRead } from './editor.ts';

const clipboard = (): Thenable<string> => vscode.env.clipboard.readText();
/** The rows on screen, as the copy command puts them on the clipboard, without the header. */
async function copied(): Promise<string[][]> {
  await command('results.copy');
  const text = await clipboard();
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
}
const configure = (name: string, value: unknown): Thenable<void> =>
  vscode.workspace.getConfiguration('vaultsql').update(name, value, vscode.ConfigurationTarget.Global);

/** What the state line says once rows came in several answers. */
const unordered = ' · unordered; may skip rows';

describe('results, against the local vault over HTTP', () => {
  const set = new Set<string>();
  const use = async (name: string, value: unknown): Promise<void> => {
    set.add(name);
    await configure(name, value);
  };
  /** By its place, as a lens does: which editor is the active one is not what is tested here. */
  const run = async (statement: string, how = 'query.run'): Promise<Summary> => {
    const { document } = await openQuery(statement);
    const summary = await command<Summary>(how, document.uri, 0);
    assert.equal(summary.phase, 'rows', summary.title);
    return summary;
  };

  before(async () => {
    assert.equal(await command('localVault.start'), true);
  });
  // Not after each test: an untitled document opened right after one of its name was closed may still have its text.
  after(async () => {
    await closeAll();
    assert.equal(await command('localVault.stop'), true);
  });
  afterEach(async () => {
    for (const name of set) await configure(name, undefined);
    set.clear();
    await command('results.clear');
  });

  it('says what Load all costs before it sends anything, then loads every row once, in order', async () => {
    await run('SELECT id FROM persons LIMIT 120');
    const offer = await command<Summary>('results.loadAll');
    assert.equal(offer.rowCount, 25);
    assert.match(offer.title ?? '', /^Load all: at most 5 requests, 5 audit events; about \d+ s$/);
    assert.deepEqual(offer.buttons, ['Load All', 'Count First (1 Request)', 'Not Now']);
    const loaded = await command<Summary>('results.loadAll', { confirmed: true });
    assert.deepEqual([loaded.status, loaded.rowCount], [`Rows 1–120 · end of results${unordered}`, 120]);
    assert.equal(new Set((await copied()).flat()).size, 120);
  });

  it('copies the request that Run would send as a command, without the token, and refuses what Run refuses', async () => {
    const { document } = await openQuery("SELECT id FROM persons WHERE city = 'Rome' LIMIT 60");
    assert.equal(await command('query.copyAsCurl', document.uri, 0), true);
    const text = await clipboard();
    assert.match(text, /^curl --request POST 'http:\/\/127\.0\.0\.1:\d+\/v1\/vaults\/local-vault\/query' /);
    assert.ok(text.includes('--header "authorization: Bearer $VAULT_TOKEN"'), text);
    assert.ok(text.endsWith(String.raw`city = '\''Rome'\'' LIMIT 25 OFFSET 0"}'`), text);
    const refused = await openQuery('DELETE FROM persons');
    assert.equal(await command('query.copyAsCurl', refused.document.uri, 0), false);
    assert.equal(await clipboard(), text);
  });

  it('goes back to pages, and asks for none of them again', async () => {
    await run('SELECT id FROM persons LIMIT 60');
    const first = await copied();
    await command('results.loadAll', { confirmed: true });
    const page = await command<Summary>('results.firstPage');
    assert.deepEqual([page.status, page.rowCount], [`Rows 1–25 · more available${unordered}`, 25]);
    assert.deepEqual(await copied(), first);
    assert.equal(
      (await command<Summary>('results.nextPage')).status,
      `Rows 26–50 · more available${unordered}`,
    );
    assert.equal(
      (await command<Summary>('results.nextPage')).status,
      `Rows 51–60 · end of results${unordered}`,
    );
  });

  it('does not call a result ended that cannot be paged and fills its one answer', async () => {
    const { status, rowCount } = await run('SELECT id FROM persons LIMIT 25.5');
    assert.deepEqual([status, rowCount], ['Rows 1–25 · more may exist', 25]);
    // Fewer rows than an answer can have do not prove the end either.
    assert.match((await run('SELECT id FROM persons LIMIT 5.5')).status, /^Rows 1–[56] · more may exist$/);
  });

  it('stops at maxRows and says so', async () => {
    await use('results.maxRows', 75);
    await run('SELECT id FROM persons');
    const offer = await command<Summary>('results.loadAll');
    assert.match(offer.title ?? '', /^Load all: at most 3 requests$/);
    const loaded = await command<Summary>('results.loadAll', { confirmed: true });
    assert.deepEqual([loaded.rowCount, loaded.title], [75, 'Stopped at 75 rows']);
    assert.match(loaded.status, /^Rows 1–75 · more available · unordered; may skip rows$/);
  });

  it('masks declared columns, whatever their alias, in the copy too, also while they are revealed', async () => {
    await use('dialect.columns', { persons: { masked: ['name'] } });
    await run('SELECT id, name AS who FROM persons LIMIT 2');
    const masked = await copied();
    assert.deepEqual(
      masked.map(([, who]) => who),
      ['[masked]', '[masked]'],
    );
    assert.ok(masked.every(([id]) => Number(id) > 0));
    // A reveal is for the screen.
    await command('results.toggleMask');
    assert.deepEqual(await copied(), masked);
    await command('results.toggleMask');
    assert.deepEqual(await copied(), masked);
  });

  it('masks everything where the setting says so, and everything at a press where nothing is masked', async () => {
    await use('results.maskValues', 'all');
    await run('SELECT id FROM persons LIMIT 2');
    assert.deepEqual(await copied(), [['[masked]'], ['[masked]']]);
    await use('results.maskValues', 'none');
    await run('SELECT id FROM persons LIMIT 2');
    assert.ok((await copied()).every(([id]) => Number(id) > 0));
    await command('results.toggleMask');
    assert.deepEqual(await copied(), [['[masked]'], ['[masked]']]);
  });

  it('takes what was copied off the clipboard again, but never what somebody else put there', async () => {
    await use('results.clearClipboardAfterSeconds', 1);
    await run('SELECT id FROM persons LIMIT 2');
    await command('results.copy');
    await vscode.env.clipboard.writeText('mine');
    await afterTimer(1_000);
    // Once to hear of it, and once more after what was done about it.
    for (let look = 0; look < 2; look++) assert.equal(await clipboard(), 'mine');
    await command('results.copy');
    assert.notEqual(await clipboard(), '');
    await eventually('an empty clipboard', async () => (await clipboard()) === '');
  });

  it('runs into a tab of its own, leaves the panel alone, and compares the two', async () => {
    await run('SELECT id, name FROM persons LIMIT 3');
    const inTab = await run('SELECT id, name FROM persons LIMIT 5', 'query.runInNewTab');
    assert.equal(inTab.rowCount, 5);
    const isTab = ({ input }: vscode.Tab): boolean =>
      input instanceof vscode.TabInputWebview && input.viewType.endsWith('vaultsql.resultTab');
    const tabs = (): vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isTab);
    const [tab] = await eventually('a tab', () => tabs().length === 1 && tabs());
    assert.match(tab?.label ?? '', /^persons · local\//);
    assert.equal((await command<Summary>('results.firstPage')).rowCount, 3);
    const compared = await command<{ kind: string; added: number; removed: number; same: number }>(
      'results.compare',
      { key: ['id'] },
    );
    assert.deepEqual([compared.kind, compared.added + compared.removed, compared.same], ['done', 2, 3]);
  });

  it('knows the request of the visible rows: of the page shown, and of the tab in front', async () => {
    const shownEvent = async (): Promise<string> => {
      await command('query.showAuditEvents');
      await command('audit.openEvent');
      const { document } = vscode.window.activeTextEditor ?? assert.fail('no event was opened');
      assert.equal(document.uri.scheme, 'vaultsql-audit');
      return document.getText();
    };
    await run('SELECT id FROM persons LIMIT 60');
    await command('results.nextPage');
    const event = await shownEvent();
    assert.match(event, /LIMIT 25 OFFSET 25/);
    assert.equal(await command('results.copyRequestID'), true);
    const requestID = await vscode.env.clipboard.readText();
    assert.match(requestID, /^[0-9a-f]{32}$/);
    assert.ok(event.includes(requestID), 'not the event of that request');
    await command('results.previousPage');
    assert.match(await shownEvent(), /LIMIT 25 OFFSET 0/);
    await command('results.openInTab');
    await eventually(
      'the tab',
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview,
    );
    await command('results.nextPage');
    assert.match(await shownEvent(), /LIMIT 25 OFFSET 25/);
  });

  it('knows the event of a query that was refused, and none of another where the last one was not sent', async () => {
    await run('SELECT id FROM persons LIMIT 2');
    const refused = await openQuery('SELECT id FROM persons WHERE name = "Ann"');
    const summary = await command<Summary>('query.run', refused.document.uri, 0);
    assert.deepEqual([summary.phase, summary.title], ['error', 'The service rejected the query (400)']);
    await command('query.showAuditEvents');
    await command('audit.openEvent');
    const { document } = vscode.window.activeTextEditor ?? assert.fail('no event was opened');
    assert.match(document.getText(), /WHERE name = .{1,2}•••/);
    assert.doesNotMatch(document.getText(), /Ann/);
    assert.match(document.getText(), /\n {2}Status +400 · failed\n/);
    await closeAll();
    const notSent = await openQuery('SELECT id FROM persons GROUP BY id');
    const local = await command<Summary>('query.run', notSent.document.uri, 0);
    assert.match(local.title ?? '', /^Not sent/);
    let isOver = false;
    const said = command('query.showAuditEvents').then(() => {
      isOver = true;
    });
    // It says so, and waits until that is read; the event of another query would have been found by one request.
    for (let request = 0; request < 2; request++) await command('audit.refresh');
    assert.equal(isOver, false);
    await untilRead(said);
  });

  it('marks the column that the service names as it rejects a query, until the text changes or it is run again', async () => {
    const text = 'SELECT id FROM persons LIMIT 1;\n\nSELECT id, nope FROM persons';
    const { document } = await openQuery(text);
    const { uri } = document;
    const marks = (): vscode.Diagnostic[] =>
      vscode.languages.getDiagnostics(uri).filter(({ code }) => code === 'rejected-by-service');
    const offset = text.lastIndexOf('SELECT');
    const rejected = await command<Summary>('query.run', uri, offset);
    assert.equal(rejected.title, 'The service rejected the query (400)');
    const [mark, ...more] = marks();
    assert.deepEqual([mark && document.getText(mark.range), more.length], ['nope', 0]);
    assert.match(mark?.message ?? '', /^The service rejected this query \(400\): .*"nope" does not exist/);
    await command('query.run', uri, 0);
    assert.equal(marks().length, 0);
    await command('query.run', uri, offset);
    assert.equal(marks().length, 1);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), '\n');
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.equal(marks().length, 0);
  });

  it('keeps the rows where the query is run again and fails, until it is answered', async () => {
    const first = await run('SELECT id FROM persons LIMIT 4');
    assert.equal(await command('localVault.stop'), true);
    const failed = await command<Summary>('results.rerun');
    assert.deepEqual([failed.phase, failed.rowCount], ['error', 4]);
    assert.ok(failed.title);
    assert.ok(failed.status.startsWith(`${first.status} · rows of `), failed.status);
    assert.equal((await copied()).length, 4);
    assert.equal(await command('localVault.start'), true);
    const again = await command<Summary>('results.rerun');
    assert.deepEqual([again.phase, again.rowCount, again.status], ['rows', 4, first.status]);
  });

  it('moves the result of the panel into a tab, and runs it again', async () => {
    await run('SELECT id FROM persons LIMIT 4');
    const again = await command<Summary>('results.rerun');
    assert.deepEqual([again.phase, again.rowCount], ['rows', 4]);
    await command('results.openInTab');
    await eventually(
      'the tab',
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview,
    );
    assert.equal((await command<Summary>('results.firstPage')).rowCount, 4);
    await closeAll();
    const panel = await command<Summary>('results.firstPage');
    assert.deepEqual([panel.phase, panel.title], ['idle', 'This result is open in a tab']);
  });
});
