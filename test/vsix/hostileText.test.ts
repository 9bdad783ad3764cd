import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventText } from '../bench/auditEvents.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests } from '../editor/suite.ts';
import { VaultSql } from './vaultSql.ts';

/** A text that the editor shows as a link to a command where it looks for links. */
const link = (label: string): string => `[${label}](command:workbench.action.quickOpen)`;

/** Length of an audit file that takes seconds to read, in characters. */
const LARGE_FILE = 150_000_000;

describe('text of others that looks like a link to a command', () => {
  let editor: Editor;
  let server: Server;

  before(async () => {
    // Answers nothing, so that progress stays on screen.
    server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const connection = (name: string, auth: object): object => ({
      name,
      environment: 'test',
      baseUrl,
      accountID: 'a1',
      vaults: [{ id: 'v1', name: link('vault') }],
      auth,
    });
    editor = await openEditor({
      name: 'vsix',
      env: { VAULTSQL_TEST_TOKEN: 'a-token' },
      settings: {
        'vaultsql.connections': [
          connection(link('device'), { kind: 'device', issuer: baseUrl, clientID: link('client') }),
          connection(link('variable'), { kind: 'environment', variable: 'VAULTSQL_TEST_TOKEN' }),
          connection('client', { kind: 'clientCredentials', issuer: baseUrl, clientID: link('secret') }),
        ],
      },
    });
  });
  closeAfterTests(() => editor);
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('is text in the prompt of a sign-in', async () => {
    const { quickInput } = editor.workbench;
    await new VaultSql(editor.workbench).command('Sign In');
    await quickInput.choose(/^client/);
    await quickInput.opened('Sign in to client');
    await quickInput.message.filter({ hasText: '[secret]' }).waitFor();
    assert.equal(await quickInput.message.locator('a').count(), 0);
    await quickInput.dismiss();
  });

  /** Waits for a notification with that progress, cancels it, and returns how many links it had. */
  async function linksOfProgress(title: string, label: string): Promise<number> {
    const toast = editor.page.locator('.notification-toast', { hasText: title });
    await toast.getByText(`[${label}]`).waitFor();
    const links = await toast.locator('.notification-list-item-message a').count();
    await toast.getByRole('button', { name: 'Cancel' }).click();
    await toast.waitFor({ state: 'detached' });
    return links;
  }

  it('is text in the progress of a sign-in', async () => {
    await new VaultSql(editor.workbench).command('Sign In');
    await editor.workbench.quickInput.choose(/device/);
    assert.equal(await linksOfProgress('Signing in to', 'device'), 0);
  });

  it('is text in the progress of a test of a connection', async () => {
    const { quickInput } = editor.workbench;
    await new VaultSql(editor.workbench).command('Test Connection');
    await quickInput.choose(/variable/);
    await quickInput.opened(/^Test \[variable\]/);
    await quickInput.confirm();
    assert.equal(await linksOfProgress('Testing', 'variable'), 0);
  });

  it('is text in the language status of a file whose directive contains it', async () => {
    await writeFile(
      join(editor.run.workspace, 'status.vaultsql'),
      `-- vault: sandbox/${link('Select')}\nSELECT 1`,
    );
    await editor.workbench.openFile('status.vaultsql');
    await editor.workbench.statusBarItem('Editor Language Status').click();
    const status = editor.page.locator('.hover-language-status', { hasText: '[Select]' });
    await status.waitFor();
    assert.equal(await status.locator('.left a').count(), 0);
  });

  it('is text in the progress of a file that is read', async () => {
    // Long enough to be seen while it is read.
    const events = Array.from({ length: 2_000 }, (_, n) => `${eventText(n)}\n`).join('');
    const name = `${link('trail')}.ndjson`;
    await writeFile(join(editor.run.workspace, name), events.repeat(Math.ceil(LARGE_FILE / events.length)));
    await new VaultSql(editor.workbench).openExported(name);
    assert.equal(await linksOfProgress('Opening audit events from', 'trail'), 0);
  });
});
