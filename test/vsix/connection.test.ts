import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { screens } from '../editor/cache.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests } from '../editor/suite.ts';
import { eventually } from '../run/waiting.ts';
import { VaultSql } from './vaultSql.ts';

describe('a connection of one’s own, added as a person does', () => {
  let editor: Editor;
  let vaultSql: VaultSql;
  let server: Server;
  let origin = '';
  const asked: string[] = [];
  let goodToken = 'a-good-token';

  before(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const isGood = request.headers.authorization === `Bearer ${goodToken}`;
      const answer =
        request.method === 'POST' ? '{"records":[{"fields":{"id":1}}]}' : '{"event":[],"nextOps":null}';
      response
        .writeHead(isGood ? 200 : 401, { 'content-type': 'application/json' })
        .end(isGood ? answer : '{"error":{"message":"bad token"}}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    editor = await openEditor({ name: 'vsix', theme: 'light' });
    vaultSql = new VaultSql(editor.workbench);
  });
  closeAfterTests(() => editor);
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('asks step by step, and says at each what does not fit', async () => {
    const { quickInput } = editor.workbench;
    /** A box takes the place of the one before it: only its words tell which one is there. */
    const says = (text: string): Promise<void> => quickInput.message.filter({ hasText: text }).waitFor();
    await vaultSql.command('Add Connection');
    await quickInput.opened(/^Add a connection: Address of the service \(1\/6\)/);
    await quickInput.input.fill('mine');
    await says('Enter an https address');
    await quickInput.input.fill(`${origin}/v1`);
    await says('/v1 at the end is removed');
    await quickInput.input.fill(`${origin}/v1/vaults`);
    await says('Omit it.');
    await quickInput.input.fill(`${origin}/v1/vaults/v1/query`);
    await says('Vault v1, by its address.');
    await quickInput.answer(`${origin}/gate`);
    await quickInput.opened(/^Add a connection: Environment \(2\/6\)/);
    await quickInput.choose('test');
    await quickInput.opened(/^Add a connection: Kind of sign-in \(3\/6\)/);
    await quickInput.choose('Access token or API key');
    await quickInput.opened(/^Add a connection: Account ID \(4\/6\)/);
    await quickInput.answer('a1');
    await quickInput.opened(/^Add a connection: Vault ID \(5\/6\)/);
    await quickInput.answer('$(bug) people');
    await quickInput.opened(/^Add a connection: Access token \(6\/6\)/);
    await editor.workbench.screenshot(join(screens, 'add-connection.png'));
  });

  const connection = (text: RegExp): Locator => editor.workbench.treeItem('Vaults', text).first();

  it('says before what the test sends, has a way back, and takes no empty token', async () => {
    const { quickInput } = editor.workbench;
    await quickInput.message.filter({ hasText: /at most 3 requests/ }).waitFor();
    await quickInput.confirm();
    await quickInput.message.filter({ hasText: 'Required.' }).waitFor();
    await editor.workbench.button('Back').click();
    await quickInput.opened(/^Add a connection: Vault ID \(5\/6\)/);
    assert.equal(await quickInput.input.inputValue(), '$(bug) people');
    await quickInput.confirm();
    await quickInput.opened(/^Add a connection: Access token \(6\/6\)/);
    assert.deepEqual(asked, []);
  });

  it('saves it under a name by its address, and ends with the test, which says that the token was refused', async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await quickInput.answer('a-wrong-token');
    await quickInput.opened(/^127\.0\.0\.1: test failed$/);
    await quickInput.option(/^Access token, failed/).waitFor();
    await quickInput.option(/^Sign In/).waitFor();
    await workbench.screenshot(join(screens, 'add-connection-refused.png'));
    await quickInput.dismiss();
    await workbench.showContainer('Vault SQL');
    const item = connection(/127/);
    await connection(/127.0.0.1, test, signed in, token rejected/).waitFor();
    assert.match((await item.textContent()) ?? '', /test · token rejected · 127\.0\.0\.1:\d+\/gate/);
    assert.equal(
      await workbench
        .treeItem('Vaults', /people/)
        .locator('.codicon-bug')
        .count(),
      0,
    );
    assert.deepEqual(asked, ['GET /gate/v1/audit/events?filterOps.accountID=a1&limit=1']);
  });

  it('says that another token verified, and when it no longer does', async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    asked.length = 0;
    await vaultSql.command('Sign In');
    await quickInput.opened('Sign in to 127.0.0.1');
    await quickInput.answer('a-good-token');
    await workbench.notification(/The token is verified/).waitFor();
    await connection(/127.0.0.1, test, signed in, token verified/).waitFor();
    assert.equal(asked.length, 1);
    goodToken = 'another';
    await vaultSql.command('Test Connection');
    await quickInput.opened(/^Test /);
    await quickInput.choose('Connection and vaults');
    await connection(/127.0.0.1, test, signed in, token rejected/).waitFor();
    await quickInput.opened(/test failed$/);
    await quickInput.option(/^Access token, failed/).waitFor();
    await quickInput.dismiss();
    assert.equal(asked.length, 2);
  });

  it('in seven steps there are rows of a vault over HTTP: the form of an address, and a query', async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    goodToken = 'seventh';
    let steps = 0;
    const step = async (asks: RegExp, answer: () => Promise<void>): Promise<void> => {
      steps++;
      await quickInput.opened(asks);
      await answer();
    };
    await vaultSql.command('Add Connection');
    await step(/Address of the service/, () => quickInput.answer(origin));
    await step(/Environment/, () => quickInput.choose('test'));
    await step(/Kind of sign-in/, () => quickInput.choose('Access token or API key'));
    await step(/Account ID/, () => quickInput.answer('a2'));
    await step(/Vault ID/, () => quickInput.answer('v7'));
    await step(/Access token/, () => quickInput.answer(goodToken));
    await workbench.notification(/The connection “127.0.0.1 2” works/).waitFor();
    await workbench.editor.shows(/^--\svault:\s127\.0\.0\.1\s2\/v7/);
    // The text is to be seen before the keyboard is there.
    await workbench.page.getByRole('main').locator('.monaco-editor.focused').first().waitFor();
    await workbench.page.keyboard.type('SELECT id FROM persons');
    steps++;
    await workbench.page.keyboard.press('ControlOrMeta+Enter');
    await vaultSql.resultsSay(/Rows? 1/);
    await workbench.editor.shows(/^--\svault:\s127\.0\.0\.1\s2\/v7\W*SELECT\sid/);
    await workbench.screenshot(join(screens, 'add-connection-rows.png'));
    assert.equal(steps, 7);
  });

  it('a refused token is replaced from what the test says, and a query opens', async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    const steps = [
      [/Address of the service/, () => quickInput.answer(origin)],
      [/Environment/, () => quickInput.choose('test')],
      [/Kind of sign-in/, () => quickInput.choose('Access token or API key')],
      [/Account ID/, () => quickInput.answer('a3')],
      [/Vault ID/, () => quickInput.answer('v9')],
      [/Access token/, () => quickInput.answer('a-wrong-token')],
      // The first of the list.
      [/test failed$/, () => quickInput.confirm()],
      [/^Sign in to 127\.0\.0\.1 3/, () => quickInput.answer(goodToken)],
    ] as const;
    await vaultSql.command('Add Connection');
    for (const [asks, answer] of steps) {
      await quickInput.opened(asks);
      await answer();
    }
    await workbench.editor.shows(/^--\svault:\s127\.0\.0\.1\s3\/v9/);
    await workbench.page.keyboard.type('SELECT id FROM persons');
    await workbench.page.keyboard.press('ControlOrMeta+Enter');
    await eventually('the query of that vault', () => asked.includes('POST /v1/vaults/v9/query'));
  });

  it('without an account ID sends nothing, and the token stays not verified', async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    asked.length = 0;
    await vaultSql.command('Add Connection');
    await quickInput.opened(/Address of the service/);
    // The address of a vault's queries names the vault too.
    await quickInput.answer(`${origin}/v1/vaults/v2/query`);
    await quickInput.opened(/^Add a connection: Environment \(2\/5\)/);
    await quickInput.choose('test');
    await quickInput.opened(/^Add a connection: Kind of sign-in \(3\/5\)/);
    await quickInput.choose('Access token or API key');
    await quickInput.opened(/^Add a connection: Account ID \(4\/5\)/);
    await quickInput.answer('');
    await quickInput.opened(/^Add a connection: Access token \(5\/5\)/);
    assert.equal(await quickInput.message.filter({ hasText: /audit event/ }).count(), 0);
    await quickInput.answer('a-token');
    await workbench.notification(/saved, not verified/).waitFor();
    await connection(/127.0.0.1 4, test, signed in, token not verified/).waitFor();
    assert.deepEqual(asked, []);
  });
});
