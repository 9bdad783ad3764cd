import assert from 'node:assert/strict';
import fc from 'fast-check';
import { auditHostGuards, auditViewGuards } from '../../../src/protocol/auditGuards.ts';
import { pageGuards } from '../../../src/protocol/page.ts';
import {
  resultsHostGuards,
  resultsToolGuards,
  resultsViewGuards,
} from '../../../src/protocol/resultsGuards.ts';
import { createRpc, type Methods } from '../../../src/protocol/rpc.ts';
import { type Guard, guardHandlers } from '../../../src/protocol/validate.ts';

/** With `VAULTSQL_LONG=1` as many as a release is tested with. */
const numRuns = process.env.VAULTSQL_LONG ? 1_000_000 : 5000;

const allGuards = {
  ...auditHostGuards,
  ...auditViewGuards,
  ...pageGuards,
  ...resultsHostGuards,
  ...resultsToolGuards,
  ...resultsViewGuards,
} as unknown as Readonly<Record<string, Guard<unknown>>>;
const names = Object.keys(allGuards);

/** Values as they are in messages, near to right ones and far from them. */
const value = fc.oneof(
  fc.constantFrom<unknown>(0, 1, -1, 25, 2 ** 53, 0.5, '', 'next', 'events', true, null, undefined, [], {}),
  fc.anything({ withNullPrototype: true, withBigInt: true, withSparseArray: true }),
);
const params = fc.oneof(
  value,
  fc.dictionary(
    fc.constantFrom(
      'rev',
      'seq',
      'from',
      'to',
      'row',
      'column',
      'id',
      'action',
      'text',
      'filters',
      'rows',
      '__proto__',
    ),
    value,
  ),
);
const method = fc.oneof(
  fc.constantFrom<unknown>(...names, 'constructor', '__proto__', 'toString', 'hasOwnProperty', ''),
  value,
);
const message = fc.oneof(
  value,
  fc.record({ id: value, method, params }, { requiredKeys: [] }),
  fc.record({ id: value, result: value, error: value }, { requiredKeys: [] }),
);

describe('malformed messages between a view and its host', () => {
  it('do nothing, however many there are', async () => {
    const posted: unknown[] = [];
    const wrong: string[] = [];
    let receive: (message: unknown) => void = () => assert.fail('nobody listens');
    const handlers = Object.fromEntries(
      names.map((name) => [
        name,
        (given: unknown) => {
          // By chance one is well formed: then it may be handled.
          if (!allGuards[name]?.(given)) wrong.push(name);
        },
      ]),
    );
    const guards = allGuards as Parameters<typeof guardHandlers<Methods>>[0];
    const port = {
      post: (one: unknown) => void posted.push(one),
      listen: (listener: typeof receive) => {
        receive = listener;
        return () => undefined;
      },
    };
    const line = createRpc<Methods>(port, guardHandlers<Methods>(guards, handlers as never), (name) => {
      // It goes into the log, where a page must not write what it likes.
      if (!names.includes(name) && name !== 'unknown method') wrong.push(`“${name}” in the log`);
    });
    const open = line.call('never', undefined as never);
    posted.length = 0;
    await fc.assert(
      fc.asyncProperty(message, async (one) => {
        const isAnswer = typeof one === 'object' && one !== null && 'id' in one && one.id === 1;
        const isCall =
          typeof one === 'object' && one !== null && 'method' in one && typeof one.method === 'string';
        // One that answers the open call is no malformed one.
        if (isAnswer && !isCall) return;
        receive(one);
        await Promise.resolve();
        assert.deepEqual(wrong, []);
        for (const answer of posted.splice(0))
          assert.ok(typeof answer === 'object' && answer !== null && 'id' in answer, 'something is asked');
      }),
      { numRuns },
    );
    line.dispose();
    await assert.rejects(open, /closed/);
  });
});
