import assert from 'node:assert/strict';
import '../../withVscode.ts';
import type { Deps } from '../../../../../src/extension/app/deps.ts';

const { registerSignInLinks } = await import(
  '../../../../../src/extension/connections/signIn/interactiveSignIn.ts'
);

describe('a link that ends a sign-in', () => {
  const start = () => {
    const handlers = new Map<string, (query: string, path: string) => unknown>();
    const warnings: string[] = [];
    const callbacks = registerSignInLinks({
      links: {
        addHandler: (path: string, handler: (query: string, path: string) => unknown) =>
          handlers.set(path, handler),
      },
      messages: { warn: async (text: string) => void warnings.push(text) },
    } as unknown as Deps);
    const open = (query: string, path = '/signin/one') => handlers.get('/signin/*')?.(query, path);
    return { callbacks, warnings, open };
  };

  it('is taken once by the sign-in that waits for it', async () => {
    const { callbacks, warnings, open } = start();
    const waiting = callbacks.waitForRedirect('/signin/one', 's1');
    await open('code=a+b&state=s1&iss=https://id.example');
    const parameters = await waiting;
    assert.ok(parameters instanceof URLSearchParams);
    assert.deepEqual(
      [...parameters],
      [
        ['code', 'a+b'],
        ['state', 's1'],
        ['iss', 'https://id.example'],
      ],
    );
    assert.deepEqual(warnings, []);
    await open('code=x&state=s1');
    assert.match(
      warnings[0] ?? '',
      /^Sign-in link rejected\. It does not belong to a sign-in of this window/,
    );
  });

  it('is refused where no sign-in waits for it, and says nothing of what it carries', async () => {
    const { callbacks, warnings, open } = start();
    const waiting = callbacks.waitForRedirect('/signin/one', 's1');
    for (const query of ['code=stolen&state=guess', 'code=stolen', '', 'error=access_denied&state='])
      await open(query);
    // Of another sign-in server.
    await open('code=stolen&state=s1', '/signin/other');
    assert.equal(warnings.length, 5);
    assert.ok(warnings.every((text) => !text.includes('stolen')));
    await open('code=good&state=s1');
    assert.ok((await waiting) instanceof URLSearchParams);
  });
});
