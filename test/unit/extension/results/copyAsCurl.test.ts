import assert from 'node:assert/strict';
import { connectionOf, documentWith, fakeWindow, settingsOf } from './fakeWindow.ts';

const { createResults } = await import('../../../../src/extension/results/controller.ts');

describe('copying a query as a curl command', () => {
  const withHost = connectionOf('a', {
    vaults: [{ id: 'v1', name: 'vault', baseUrl: 'https://host.test/own' }],
  });

  it('gives the request that Run sends first, and sends nothing', async () => {
    const editor = fakeWindow(settingsOf(withHost));
    const results = createResults(editor.deps, { onResolve: () => undefined }, () => undefined);
    const place = documentWith("SELECT name FROM persons WHERE city = 'Rome' LIMIT 60 -- note");
    assert.equal(await results.copyAsCurl(...place), true);
    assert.equal(editor.asked.length, 0);
    const [command = ''] = editor.copied;
    assert.match(command, /^curl --request POST 'https:\/\/host\.test\/own\/v1\/vaults\/v1\/query' /);
    assert.match(command, /--header "authorization: Bearer \$VAULT_TOKEN"/);
    const run = results.prepareAndRunStatement(...place);
    await new Promise((resolve) => setImmediate(resolve));
    const body = JSON.stringify({ query: editor.asked[0]?.query }).replaceAll("'", "'\\''");
    assert.match(editor.asked[0]?.query ?? '', /LIMIT 25 OFFSET 0/);
    assert.ok(command.endsWith(`--data-raw '${body}'`), command);
    editor.asked[0]?.answer();
    await run;
    results.dispose();
  });
});
