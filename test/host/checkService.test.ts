import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { MAX_REQUESTS } from '../../src/core/conformance/check.ts';
import { closeAll, command, diagnosticsOf, eventually, openQuery, untilLeft } from './editor.ts';

type Counts = Readonly<Record<'holds' | 'fails' | 'unknown', number>>;

const reportText = (): string | undefined =>
  vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'vaultsql-check')?.getText();

/** Runs the check of a connection; the vault that it asks for is the first. */
async function check(name: string): Promise<Counts | undefined> {
  let isOver = false;
  const running = command<Counts | undefined>('connection.check', name).then((counts) => {
    isOver = true;
    return counts;
  });
  await eventually('the end of the check', async () => {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return isOver;
  });
  return running;
}

describe('a check of the service in the editor', () => {
  before(async () => {
    assert.equal(await command('localVault.start'), true);
    await closeAll();
  });
  after(async () => {
    await closeAll();
    await command('localVault.stop');
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('warns of an undocumented construct before', async () => {
    const { document } = await openQuery('SELECT name FROM persons WHERE TRUE LIMIT 5|');
    const [finding] = await diagnosticsOf(document, 1);
    assert.match(finding?.message ?? '', /TRUE is undocumented/);
  });

  it('ends with a report without values, tokens, IDs, and the host', async () => {
    const counts = (await check('local')) ?? assert.fail('no check');
    assert.ok(counts.holds > 30 && counts.fails === 0, JSON.stringify(counts));
    const text = reportText() ?? assert.fail('no report');
    assert.match(text, /^\| S36 \| At most 25 records per query \| holds \|/m);
    assert.ok(Number(/^- Requests: (\d+)$/m.exec(text)?.[1]) <= MAX_REQUESTS);
    for (const secret of ['127.0.0.1', 'localhost', 'local-vault', 'local-account', 'persons', 'Bearer ey'])
      assert.ok(!text.includes(secret), secret);
  });

  it('is believed afterwards: what the service accepted is no longer warned of', async () => {
    const { document } = await openQuery('SELECT name FROM persons WHERE TRUE LIMIT 5|');
    await eventually('no warning', () =>
      vscode.languages.getDiagnostics(document.uri).length === 0 ? true : undefined,
    );
    const { document: other } = await openQuery('SELECT name FROM persons WHERE id <> id LIMIT 5|');
    assert.equal((await diagnosticsOf(other, 1)).length, 1);
  });

  it('is not begun by a user who leaves the question', async () => {
    const running = command<Counts | undefined>('connection.check', 'local');
    assert.equal(await untilLeft(running), undefined);
  });
});
