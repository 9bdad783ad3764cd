/** A browser at the pages of the local vault's sign-in server. */
import assert from 'node:assert/strict';

/** A link that ends a sign-in, its query decoded as the editor gives it. */
export interface Callback {
  readonly path: string;
  readonly query: string;
}

/** Goes through the pages as a browser does; answers the link at the end. */
export async function callbackOf(address: string, decision: 'allow' | 'deny'): Promise<Callback> {
  const { pathname, search } = new URL(await redirectOf(address, decision));
  return { path: pathname, query: decodeURIComponent(search.slice(1)) };
}

/** The whole address that the browser is sent to at the end. */
export async function redirectOf(address: string, decision: 'allow' | 'deny'): Promise<string> {
  const asked = await (await fetch(address)).text();
  const [, ticket = ''] = /name="ticket" value="([^"]+)"/.exec(asked) ?? assert.fail(asked);
  const form = {
    method: 'POST',
    body: new URLSearchParams({ ticket, decision }),
    redirect: 'manual',
  } as const;
  const decided = await fetch(new URL('/oauth/authorize', address), form);
  const location = decided.headers.get('location') ?? assert.fail('no redirect');
  return location;
}
