import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests } from '../editor/suite.ts';
import { VaultSql } from './vaultSql.ts';

/** A text that the editor shows as a link to a command where it looks for links. */
const link = (label: string): string => `[${label}](command:workbench.action.quickOpen)`;

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
      settings: {
        'vaultsql.connections': [
          connection(link('device'), { kind: 'device', issuer: baseUrl, clientID: link('client') }),
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

  it('is text in the progress of a sign-in', async () => {
    const { page, quickInput } = editor.workbench;
    await new VaultSql(editor.workbench).command('Sign In');
    await quickInput.choose(/device/);
    const toast = page.locator('.notification-toast', { hasText: 'Signing in to' });
    await toast.getByText('[device]').waitFor();
    assert.equal(await toast.locator('.notification-list-item-message a').count(), 0);
    await toast.getByRole('button', { name: 'Cancel' }).click();
  });
});
