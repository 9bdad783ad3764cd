import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator } from 'playwright-core';
import { pressKeys } from '../editor/keyboard.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests, pictureAfterEach } from '../editor/suite.ts';
import { eventually } from '../run/waiting.ts';
import { VaultSql } from './vaultSql.ts';

const eventOf = (n: number, actor: string, code: number): unknown => ({
  context: { changeID: `c${n}`, requestID: `r${n}`, actor, ipAddress: '192.0.2.1' },
  request: {
    actionType: 'READ',
    timestamp: `2026-11-20 10:00:0${n}.000000001`,
    httpInfo: { URI: '/v1/vaults/v1/query', method: 'POST' },
  },
  response: { code, message: code === 200 ? 'OK' : 'forbidden' },
});
const events = [
  eventOf(4, 'ann', 403),
  eventOf(3, 'bob', 200),
  eventOf(2, 'ann', 200),
  eventOf(1, 'ann', 403),
];

describe('a question about loaded events', () => {
  let server: Server;
  let editor: Editor;
  let table: FrameLocator;
  const requests: string[] = [];
  let requestsOfLoading = 0;

  before(async () => {
    server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ event: events, nextOps: null }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const auth = { kind: 'environment', variable: 'VAULTSQL_TEST_TOKEN' };
    const vaults = [{ id: 'v1', name: 'v1' }];
    const connection = { name: 'wire', environment: 'test', baseUrl, accountID: 'a1', vaults, auth };
    editor = await openEditor({
      name: 'question',
      settings: { 'vaultsql.connections': [connection] },
      env: { VAULTSQL_TEST_TOKEN: 'token' },
    });
    const vaultSql = new VaultSql(editor.workbench);
    await vaultSql.loadAuditEvents();
    await vaultSql.command('Open Audit Table in Tab');
    table = await editor.workbench.webview('Audit Table');
    await status(/^4 events loaded/);
    requestsOfLoading = requests.length;
  });
  pictureAfterEach(() => editor, 'question');
  closeAfterTests(() => editor);
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const status = (text: RegExp): Promise<void> =>
    table.getByRole('status').filter({ hasText: text }).first().waitFor();
  const bar = () => table.getByRole('combobox', { name: 'Ask about these events' });
  const rows = () => table.getByRole('grid', { name: 'Audit events' }).getByRole('row').allTextContents();
  const press = (...keys: readonly string[]): Promise<void> => pressKeys(editor.page, keys);
  async function clearQuestion(): Promise<void> {
    await bar().click();
    await press('Home', 'Shift+End', 'Delete');
    await status(/^4 events loaded/);
    assert.equal(await bar().inputValue(), '');
  }

  it('is the same by typing, by suggestions, and by the values with counts, and none of them sends a request', async () => {
    const sent = requests.length;
    await bar().click();
    await editor.page.keyboard.type('status:403 actor:ann');
    await status(/^2 of 4 match/);
    await press('Enter');
    const typed = await rows();
    assert.equal(typed.length, 3, 'the header and two events');
    await clearQuestion();

    for (const [field, value] of [
      ['status', '403'],
      ['actor', 'ann'],
    ] as const) {
      await editor.page.keyboard.type(field);
      await table
        .getByRole('option', { name: new RegExp(`^${field}:`) })
        .first()
        .waitFor();
      await press('ArrowDown', 'Enter');
      await table.getByRole('option', { name: new RegExp(`^${value}`) }).waitFor();
      await editor.page.keyboard.type(value[0] ?? '');
      await table.getByRole('option', { name: new RegExp(`^${value}`) }).waitFor();
      await press('ArrowDown', 'Enter', 'Space');
    }
    await status(/^2 of 4 match/);
    await press('Enter');
    assert.deepEqual(await rows(), typed);
    await clearQuestion();

    const facets = table.getByRole('complementary', { name: 'Values with counts' });
    for (const name of [/^403/, /^ann/]) await facets.getByRole('button', { name }).click();
    // The first of them leaves two events already.
    await eventually('both values', async () => (await bar().inputValue()) === 'status:403 actor:ann');
    await status(/^2 of 4 match/);
    assert.deepEqual(await rows(), typed);
    assert.deepEqual(requests.slice(sent), []);
  });

  it('that can’t be read sends nothing, keeps the events of the last one, and stays as typed', async () => {
    const sent = requests.length;
    await bar().click();
    await press('End');
    // At once, because the beginning of the word would be a question that can be read.
    await editor.page.keyboard.insertText(' nofield:1');
    await press('Enter');
    await status(/no field “nofield”/);
    await status(/^2 of 4 match/);
    assert.equal(await bar().inputValue(), 'status:403 actor:ann nofield:1');
    await press('Enter', 'Control+Enter');
    assert.deepEqual(requests.slice(sent), []);
    await clearQuestion();
  });

  it('is sent once when the server is asked, with the terms that it can evaluate', async () => {
    await bar().click();
    await editor.page.keyboard.type('actor:ann -status:403');
    await status(/^1 of 4 match/);
    await press('Control+Enter');
    await table.getByRole('button', { name: 'Remove filter actor', exact: true }).waitFor();
    assert.equal(await bar().inputValue(), '-status:403');
    const [request = '', ...others] = requests.slice(requestsOfLoading);
    assert.equal(new URL(request, 'http://x').searchParams.get('filterOps.context.actor'), 'ann');
    assert.deepEqual(others, [], 'no test before sent a request, not even late');
  });
});
