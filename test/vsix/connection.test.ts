import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { type Editor, openEditor } from '../editor/session.ts';
import { VaultSql } from './vaultSql.ts';

describe('a connection of one’s own, added as a person does', () => {
  let editor: Editor;
  let vaultSql: VaultSql;
  let server: Server;
  let origin = '';
  const asked: string[] = [];
  let goodToken = 'a-good-token';
  let failed = false;

  before(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const isGood = request.headers.authorization === `Bearer ${goodToken}`;
      response
        .writeHead(isGood ? 200 : 401, { 'content-type': 'application/json' })
        .end(isGood ? '{"event":[],"nextOps":null}' : '{"error":{"message":"bad token"}}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    editor = await openEditor({ name: 'vsix', theme: 'light' });
    vaultSql = new VaultSql(editor.workbench);
  });
  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    failed = true;
    await editor.workbench.screenshot(join(editor.run.path, `${this.currentTest.title}.png`));
  });
  after(async () => {
    await editor?.close({ keep: failed });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('asks step by step, and says at each what does not fit', async () => {
    const { quickInput } = editor.workbench;
    /** A box takes the place of the one before it: only its words tell which one is there. */
    const says = (text: string): Promise<void> => quickInput.message.filter({ hasText: text }).waitFor();
    await vaultSql.command('Add Connection');
    await quickInput.opened(/^Add a connection: Connection name \(1\//);
    await quickInput.input.fill('https://vault.example.com');
    await says('not an address');
    await quickInput.answer('$(bug) mine');
    await editor.workbench.page.getByPlaceholder('https://vault.example.com').waitFor();
    await quickInput.input.fill(`${origin}/v1`);
    await says('/v1 at the end is removed');
    await quickInput.input.fill(`${origin}/v1/vaults`);
    await says('Omit it.');
    await quickInput.answer(`${origin}/gate`);
    await quickInput.opened(/^Add a connection: Environment \(3\//);
    await quickInput.choose('test');
    await quickInput.opened(/^Add a connection: Kind of sign-in \(4\//);
    await quickInput.choose('Access token or API key');
    await quickInput.opened(/^Add a connection: Account ID \(5\//);
    await quickInput.answer('a1');
    await quickInput.opened(/^Add a connection: Vault ID \(6\//);
    await quickInput.answer('v1');
    await quickInput.opened(/^Add a connection: Vault name \(7\//);
    await quickInput.answer('$(bug) people');
    await quickInput.opened('Sign in to $(bug) mine');
  });

  const connection = (text: RegExp): Locator => editor.workbench.treeItem('Vaults', text).first();

  it('keeps the question for a token open until there is one, and says before what that will send', async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await quickInput.message.filter({ hasText: /lists one audit event/ }).waitFor();
    await quickInput.confirm();
    await quickInput.message.filter({ hasText: 'Required.' }).waitFor();
    await workbench.showContainer('Vault SQL');
    const item = connection(/mine/);
    assert.match((await item.textContent()) ?? '', /signed out · test · 127\.0\.0\.1:\d+\/gate/);
    assert.equal(await item.locator('.codicon-bug').count(), 0);
    assert.deepEqual(asked, []);
  });

  it('tries the token at once, by one listing, and says that it was refused', async () => {
    const { workbench } = editor;
    await workbench.quickInput.answer('a-wrong-token');
    const said = workbench.notification(/Access token rejected \(401\)\. It may have expired/);
    await said.waitFor();
    assert.match((await said.textContent()) ?? '', /The service says: bad token/);
    await connection(/mine, test, signed in, token rejected/).waitFor();
    assert.match((await connection(/mine/).textContent()) ?? '', /token rejected · test/);
    assert.deepEqual(asked, ['GET /gate/v1/audit/events?filterOps.accountID=a1&limit=1']);
  });

  it('says that another token verified, and when it no longer does', async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    asked.length = 0;
    await workbench.button('Sign In').first().click();
    await quickInput.opened('Sign in to $(bug) mine');
    await quickInput.answer('a-good-token');
    await workbench.notification(/The token is verified/).waitFor();
    await connection(/mine, test, signed in, token verified/).waitFor();
    assert.equal(asked.length, 1);
    goodToken = 'another';
    await vaultSql.command('Test Connection');
    await quickInput.opened(/^Test /);
    await quickInput.choose('Connection and vaults');
    await connection(/mine, test, signed in, token rejected/).waitFor();
    await quickInput.opened(/test failed$/);
    await quickInput.option(/^Access token, failed/).waitFor();
    await quickInput.dismiss();
    assert.equal(asked.length, 2);
  });

  it('without an account ID sends nothing, and the token stays not verified', async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    asked.length = 0;
    await vaultSql.command('Add Connection');
    await quickInput.opened(/^Add a connection: Connection name \(1\//);
    await quickInput.answer('second');
    await workbench.page.getByPlaceholder('https://vault.example.com').waitFor();
    await quickInput.answer(origin);
    await quickInput.opened(/^Add a connection: Environment \(3\//);
    await quickInput.choose('test');
    await quickInput.opened(/^Add a connection: Kind of sign-in \(4\//);
    await quickInput.choose('Access token or API key');
    await quickInput.opened(/^Add a connection: Account ID \(/);
    await quickInput.answer('');
    await quickInput.opened(/^Add a connection: Vault ID \(/);
    await quickInput.answer('v2');
    await quickInput.opened(/^Add a connection: Vault name \(/);
    await quickInput.answer('');
    await quickInput.opened('Sign in to second');
    assert.equal(await quickInput.message.filter({ hasText: /audit event/ }).count(), 0);
    await quickInput.answer('a-token');
    await workbench.notification(/saved, not verified/).waitFor();
    await connection(/second, test, signed in, token not verified/).waitFor();
    assert.deepEqual(asked, []);
  });
});
