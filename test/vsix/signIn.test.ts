import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests } from '../editor/suite.ts';
import { type PagedService, ROWS, startPagedService } from '../localVault/signIn/pagedService.ts';
import { VaultSql } from './vaultSql.ts';

describe('signing in, as a person does in the installed VSIX', () => {
  let service: PagedService;
  let editor: Editor;
  let vaultSql: VaultSql;

  before(async () => {
    service = await startPagedService();
    const { issuer, clientID } = service.authorization;
    const connections = (['clientCredentials', 'oauth'] as const).map((kind) => ({
      ...service.connection({ kind, issuer, clientID }),
      name: kind,
    }));
    editor = await openEditor({
      name: 'sign-in',
      theme: 'light',
      settings: { 'vaultsql.connections': connections },
    });
    vaultSql = new VaultSql(editor.workbench);
    for (const { name } of connections)
      await writeFile(
        join(editor.run.workspace, `${name}.vaultsql`),
        `-- vault: ${name}/v1\nSELECT id FROM persons LIMIT ${ROWS}\n`,
      );
  });
  beforeEach(() => {
    service.authorization.behave({});
    service.onQuery = () => undefined;
  });
  closeAfterTests(() => editor);
  after(async () => {
    await service.close();
  });

  const say = async (text: string | RegExp): Promise<void> =>
    (await vaultSql.results()).getByText(text).first().waitFor();
  const press = async (name: string): Promise<void> =>
    (await vaultSql.results()).getByRole('button', { name, exact: true }).first().click();
  const run = async (connection: string): Promise<void> => {
    await editor.workbench.openFile(`${connection}.vaultsql`);
    await vaultSql.runStatementAt(2);
  };
  /** Loads all rows; all tokens end as soon as the first of them is asked for. */
  const loadPastEnd = async (): Promise<void> => {
    service.onQuery = () => {
      service.onQuery = () => undefined;
      service.authorization.expireTokens();
    };
    await press('Load all');
    await press('Load All');
  };

  describe('with the secret of a client', () => {
    it('asks where a query needs it, then verifies the token, and reads rows', async () => {
      const { quickInput } = editor.workbench;
      await run('clientCredentials');
      await say('You are not signed in');
      await press('Sign In');
      await quickInput.opened('Sign in to clientCredentials');
      await quickInput.message.filter({ hasText: 'sent only to its sign-in server' }).waitFor();
      await quickInput.answer(service.authorization.clientSecret);
      await editor.workbench.notification(/The token is verified/).waitFor();
      // The query that needed the sign-in is sent by itself.
      await vaultSql.resultsSay('Rows 1–25 · more available');
    });

    it('renews once where the token ends while all rows are loaded', async () => {
      const before = service.authorization.issued();
      await loadPastEnd();
      await vaultSql.resultsSay(`Rows 1–${ROWS} · end of results · unordered; may skip rows`);
      assert.equal(service.authorization.issued() - before, 1);
    });

    it('says that the sign-in server refuses, keeps the rows there are, and goes on once it does not', async () => {
      await run('clientCredentials');
      await vaultSql.resultsSay('Rows 1–25 · more available');
      service.authorization.behave({ refuse: 'unauthorized_client' });
      await loadPastEnd();
      await say(/refused to issue a token/);
      service.authorization.behave({});
      await press('Resume Loading');
      await vaultSql.resultsSay(`Rows 1–${ROWS} · end of results · unordered; may skip rows`);
    });
  });

  describe('in the browser', () => {
    /** Begins a sign-in; answers the page of the sign-in server that opens. */
    const begin = async (): Promise<Page> => {
      const { workbench, page } = editor;
      await workbench.runCommand('Notifications: Clear All Notifications');
      const opening = page.context().waitForEvent('page');
      await workbench.openList('Vault SQL: Sign In', 'Select the connection to sign in to');
      await workbench.quickInput.choose(/^oauth\b/, 'oauth');
      const opened = await opening;
      await opened.getByRole('button', { name: 'Allow' }).waitFor();
      return opened;
    };

    it('refuses a link that is not its own, and says so', async () => {
      const page = await begin();
      const back = new URL(new URL(page.url()).searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', 'stolen');
      back.searchParams.set('state', 'guessed');
      const before = service.authorization.issued();
      await page.goto(back.href);
      await editor.workbench.notification(/Sign-in link rejected/).waitFor();
      await page.close();
      await editor.workbench.button('Cancel').click();
      assert.equal(service.authorization.issued(), before);
      await editor.workbench.showContainer('Vault SQL');
      await editor.workbench.treeItem('Vaults', /^Connection oauth, .*signed out/).waitFor();
    });

    it('ends in the editor once access is allowed, and rows are read', async () => {
      const page = await begin();
      await page.getByRole('button', { name: 'Allow' }).click();
      await editor.workbench.notification(/Signed in to “oauth”/).waitFor();
      await page.close();
      await run('oauth');
      await vaultSql.resultsSay('Rows 1–25 · more available');
    });
  });
});
