/** How often the text of a statement is parsed and scanned on its way from Run to its first request. */
import assert from 'node:assert/strict';
import type { Pager } from '../../src/core/results/loading/pager.ts';
import type { QueryAnswer } from '../../src/core/service/types.ts';
import { pageSize as recordsPerAnswer } from '../../src/core/sql/dialect/limits.ts';
import { fillPlaceholders, findPlaceholders } from '../../src/core/sql/execution/placeholders.ts';
import { prepareQuery } from '../../src/core/sql/execution/preparedQuery.ts';
import { statementToRun } from '../../src/core/sql/execution/statementToRun.ts';
import { readTarget } from '../../src/core/sql/execution/target.ts';
import type { Deps } from '../../src/extension/app/deps.ts';
import type { LanguageBundle } from '../../src/extension/app/lazy.ts';
import { createSeenNames } from '../../src/extension/language/seenNames.ts';
import { countCalls, parsing, scanning } from '../unit/calls.ts';
import { documents, Uri } from '../unit/extension/fakeVscode.ts';
import '../unit/extension/withVscode.ts';
import type { Bench } from './bench.ts';

const { prepare } = await import('../../src/extension/query/prepare.ts');
const { createSession } = await import('../../src/extension/results/session.ts');

const text = 'SELECT id FROM persons;\n\nSELECT name, email FROM persons WHERE age > 21 LIMIT 50;\n';
const pageSize = 25;
const bench: Bench = async () => {
  const vault = answeringVault();
  const [first = 0, scans = 0] = await countCalls([parsing, scanning], async () => {
    (await openResult(vault)).start();
    assert.equal(vault.requests(), 1);
  });
  const pager = await openResult(vault);
  pager.start();
  while (pager.state().phase === 'loading') await new Promise((resolve) => setImmediate(resolve));
  const [next = 0] = await countCalls([parsing], () => {
    pager.next();
    assert.equal(vault.requests(), 3);
  });
  return [
    {
      id: 'run-parses',
      what: 'parses of a statement from Run to its first request',
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

type Vault = ReturnType<typeof answeringVault>;

/** A vault whose pages are full. */
function answeringVault() {
  let requests = 0;
  const records = Array.from({ length: pageSize }, (_, row) => ({ fields: [['name', row] as const] }));
  const value: QueryAnswer = { records };
  return {
    requests: () => requests,
    executeQuery() {
      requests++;
      return Promise.resolve({ ok: true, value, exchange: { status: 200, milliseconds: 1, bytes: 1 } });
    },
  };
}

/** Does what Run does for the last statement of the document, up to the request. */
async function openResult(vault: Vault): Promise<Pager> {
  const uri = Uri.file('/open.vaultsql');
  documents.set(uri.path, { languageId: 'vaultsql', uri, getText: () => text });
  const deps = depsOf(vault);
  const prepared = await prepare(deps, uri, text.lastIndexOf('SELECT'), false);
  if (prepared.kind !== 'ready') throw new Error(`not ready: ${prepared.kind}`);
  return createSession(deps, prepared).run.pager;
}

function depsOf(vault: Vault): Deps {
  const target = {
    connection: { name: 'local', accountID: '', environment: 'development' },
    vault: { id: 'v', name: 'vault' },
  };
  const bundle = {
    ...{ fillPlaceholders, findPlaceholders, prepareQuery, readTarget, recordsPerAnswer, statementToRun },
    seenNames: createSeenNames(),
  } satisfies Partial<LanguageBundle>;
  const nothing = () => undefined;
  const settings = {
    ...{ allowedConstructs: () => [], columnPolicies: () => [], literalHints: () => true },
    ...{ pageSize: () => pageSize, prefetch: () => false, maskValues: () => undefined },
    ...{ concurrency: () => 1, maxRows: () => 1_000 },
  };
  return {
    ...{ settings, language: () => bundle, client: () => vault, log: { exchange: nothing } },
    targets: { current: () => target, find: nothing },
    credentials: { onDidChange: () => ({ dispose: nothing }) },
  } as unknown as Deps;
}
