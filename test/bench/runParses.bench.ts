/** How often the text of a statement is parsed and scanned on its way from Run to its first request. */
import assert from 'node:assert/strict';
import { countCalls, parsing, scanning } from '../unit/calls.ts';
import { window } from '../unit/extension/fakeVscode.ts';
import { documentWith, fakeWindow, settled } from '../unit/extension/results/fakeWindow.ts';
import type { Bench } from './bench.ts';

const { prepareRun } = await import('../../src/extension/query/prepare.ts');
const { Session } = await import('../../src/extension/results/session/session.ts');

const place = documentWith(
  'SELECT id FROM persons;\n\nSELECT name, email FROM persons WHERE age > :least LIMIT 50;\n',
);
const bench: Bench = async () => {
  Object.assign(window, { showInputBox: async () => '21' });
  const { deps, asked } = fakeWindow(undefined, true);
  const open = async () => {
    const prepared = await prepareRun(deps, ...place);
    if (prepared.kind !== 'ready') throw new Error(`not ready: ${prepared.kind}`);
    const session = new Session(deps, prepared.run);
    session.startPager();
    return session;
  };
  // What runs once in a window does not count for a run.
  await open();
  const [first = 0, scans = 0] = await countCalls([parsing, scanning], async () => void (await open()));
  assert.equal(asked.length, 2);
  const session = await open();
  await settled();
  const [next = 0] = await countCalls([parsing], async () => {
    session.performAction('next');
    await settled();
  });
  assert.equal(asked.length, 4);
  return [
    {
      id: 'run-parses',
      what: 'parses of a statement with a placeholder from Run to its first request',
      value: first,
      unit: 'times',
      better: 'lower',
      target: 1,
      peers: [
        { name: 'scans', value: scans },
        { name: 'parses for the next page', value: next },
      ],
      runs: 1,
    },
  ];
};
export default bench;
