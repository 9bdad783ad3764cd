import assert from 'node:assert/strict';
import { window } from '../fakeVscode.ts';
import '../withVscode.ts';

const { createLinks } = await import('../../../../src/extension/platform/links.ts');

interface UriHandler {
  handleUri(uri: { readonly path: string; readonly query: string }): Promise<void>;
}

describe('links to the extension', () => {
  afterEach(() => Reflect.deleteProperty(window, 'registerUriHandler'));

  it('go to the handler of their path; every other one is refused with a sentence', async () => {
    let handler: UriHandler | undefined;
    Object.assign(window, {
      registerUriHandler(given: UriHandler) {
        handler = given;
        return { dispose: () => undefined };
      },
    });
    const warned: string[] = [];
    const links = createLinks({ warn: async (text) => void warned.push(text) });
    const taken: string[] = [];
    links.addHandler('/signin/*', (query, path) => taken.push(`${path}?${query}`));
    await handler?.handleUri({ path: '/signin/one', query: 'state=1' });
    assert.deepEqual([taken, warned], [['/signin/one?state=1'], []]);
    for (const path of ['/audit', '/', '', '/signin', '/signin/one/two', '/constructor'])
      await handler?.handleUri({ path, query: 'connection=a' });
    assert.equal(taken.length, 1);
    assert.deepEqual(new Set(warned), new Set(['Vault SQL does not open this link. Nothing was done.']));
    assert.equal(warned.length, 6);
  });
});
