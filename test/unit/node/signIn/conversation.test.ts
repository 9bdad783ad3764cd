import assert from 'node:assert/strict';
import { createServerConversation } from '../../../../src/node/signIn/conversation.ts';

describe('a conversation with a sign-in server', () => {
  it('goes to the origins that were admitted, and sends nothing elsewhere', async () => {
    const sent: string[] = [];
    const conversation = createServerConversation({
      transport: {
        async send({ url }) {
          sent.push(url);
          return { ok: true, response: { status: 200, headers: {}, body: '{}', bytes: 2 } };
        },
      },
      timeoutMs: () => 1000,
      now: Date.now,
    });
    conversation.allowOrigin('https://id.example/tenant');
    const ask = (url: string) =>
      conversation.attempt(() => conversation.fetch(url, { method: 'POST', headers: {}, body: 'a=b' }));
    assert.equal((await ask('https://id.example/token')).ok, true);
    for (const host of ['id.example:444', 'evil.example'])
      assert.deepEqual(await ask(`https://${host}/token`), {
        ok: false,
        problem: { code: 'server-address', host },
      });
    assert.deepEqual(sent, ['https://id.example/token']);
  });
});
