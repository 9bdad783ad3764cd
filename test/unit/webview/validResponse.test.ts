import assert from 'node:assert/strict';
import type { PageFailure } from '../../../src/protocol/page.ts';
import { isText } from '../../../src/protocol/validate.ts';
import { requireValidResponse } from '../../../src/webview/shared/validResponse.ts';

describe('an answer of the host', () => {
  const ask = async (answer: Promise<unknown>) => {
    const reported: PageFailure[] = [];
    const host = { notify: (_method: string, params: unknown) => void reported.push(params as PageFailure) };
    const text = await requireValidResponse(host, 'cellText', answer, isText).catch(() => undefined);
    return { text, reported };
  };

  it('is handed on where it has its shape', async () => {
    assert.deepEqual(await ask(Promise.resolve('text')), { text: 'text', reported: [] });
  });

  it('of another shape is refused, and leaves a trace in the log without what it says', async () => {
    const { text, reported } = await ask(Promise.resolve({ secret: 'SECRET' }));
    assert.equal(text, undefined);
    assert.deepEqual(
      reported.map(({ method, name }) => [method, name]),
      [['cellText', 'TypeError']],
    );
    assert.doesNotMatch(JSON.stringify(reported), /SECRET/);
  });

  it('that is a refusal is no defect of the page', async () => {
    assert.deepEqual(await ask(Promise.reject(new Error('out of date'))), { text: undefined, reported: [] });
  });
});
