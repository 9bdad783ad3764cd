import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Editor, openEditor } from '../editor/session.ts';
import { VaultSql } from './vaultSql.ts';

describe('a connection of one’s own, added as a person does', () => {
  let editor: Editor;
  let vaultSql: VaultSql;
  let server: Server;
  let origin = '';
  const asked: string[] = [];
  let failed = false;

  before(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url?.split('?')[0]}`);
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end('{"error":{"message":"bad token"}}');
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
    await quickInput.opened('Add a connection');
    await quickInput.input.fill('https://vault.example.com');
    await says('the address comes next');
    await quickInput.answer('$(bug) mine');
    await editor.workbench.page.getByPlaceholder('https://vault.example.com').waitFor();
    await quickInput.input.fill(`${origin}/v1`);
    await says('Leave /v1 out of it');
    await quickInput.answer(`${origin}/gate`);
    await quickInput.opened('Which environment is this?');
    await quickInput.choose('test');
    await says('Account ID');
    await quickInput.answer('a1');
    await says('ID of the first vault');
    await quickInput.answer('v1');
    await says('A name for this vault');
    await quickInput.answer('$(bug) people');
    await quickInput.opened('Sign in to $(bug) mine');
  });

  it('keeps the question for a token open until there is one, and sends nothing unasked', async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await quickInput.confirm();
    await quickInput.message.filter({ hasText: 'This is needed.' }).waitFor();
    await workbench.showContainer('Vault SQL');
    const item = workbench.treeItem('Vaults', /mine/).first();
    assert.match((await item.textContent()) ?? '', /signed out · test · 127\.0\.0\.1:\d+\/gate/);
    assert.equal(await item.locator('.codicon-bug').count(), 0);
    await quickInput.answer('a-wrong-token');
    await workbench.notification(/is kept, and not tried yet/).waitFor();
    assert.deepEqual(asked, []);
  });

  it('tests it on request, and says title and text as sentences', async () => {
    await editor.workbench.button('Test Connection').click();
    const said = editor.workbench.notification(
      /The access token was not accepted \(401\)\. It may have expired/,
    );
    await said.waitFor();
    assert.match((await said.textContent()) ?? '', /The service says: bad token/);
    assert.deepEqual(asked, ['GET /gate/v1/audit/events']);
  });
});
