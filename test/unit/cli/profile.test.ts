import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuditSource } from '../../../src/cli/audit/auditSource.ts';
import { readProfile } from '../../../src/cli/profile.ts';
import { createEmptyProfile, type ServiceProfile } from '../../../src/core/conformance/profile.ts';
import { formatReportJson } from '../../../src/core/messages/conformanceReport.ts';
import { runQuery, testVault } from './query/runQuery.ts';

const address = 'https://vault.example';

describe('the profile of a service on the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes the report as `conform --format json` does. */
  const writeReport = (parts: Partial<Pick<ServiceProfile, 'listing' | 'query'>>): string => {
    const file = join(folder, 'report.json');
    const profile = { ...createEmptyProfile(address, 0), ...parts };
    const report = { profile, findings: [], requests: 1, isCutOff: false, isCancelled: false };
    writeFileSync(file, formatReportJson(report, { version: '0.1.0' }));
    return file;
  };

  it('is read from the report of conform, for the service of the connection', async () => {
    const file = writeReport({ listing: { cursor: 'nextOps' } });
    const profile = await readProfile(file, 'https://other.example');
    assert.deepEqual([profile?.address, profile?.listing], ['https://other.example', { cursor: 'nextOps' }]);
    assert.equal(await readProfile(undefined, address), undefined);
  });

  it('must be one', async () => {
    const file = join(folder, 'other.json');
    for (const text of ['', '[]', '{"profile":1}', '{"profile":{"version":2}}']) {
      writeFileSync(file, text);
      await assert.rejects(readProfile(file, address), /is not a report that conform --format json/);
    }
    await assert.rejects(
      readProfile(join(folder, 'missing.json'), address),
      /^Error: --profile .+missing\.json does not exist\. Check its path\.$/,
    );
  });

  const parametersWith = async (
    cursor: string | undefined,
    listing: ServiceProfile['listing'],
  ): Promise<string> => {
    const urls: string[] = [];
    const source = createAuditSource(
      {
        name: 'service',
        environment: 'test',
        baseUrl: address,
        accountID: 'a',
        vaults: [],
        auth: { kind: 'command', command: ['printf', 'secret'] },
      },
      {
        filters: {},
        cursor,
        profile: { ...createEmptyProfile(address, 0), listing },
        secrets: {},
      },
      {
        writeOut: () => undefined,
        writeError: () => undefined,
        isErrorTerminal: false,
        environment: {},
        nodeVersion: '24.0.0',
        transport: {
          async send({ url }) {
            urls.push(url);
            return { ok: true, response: { status: 200, headers: {}, body: '{"event":[]}', bytes: 12 } };
          },
        },
        stopping: new AbortController().signal,
        aborting: new AbortController().signal,
        now: () => 0,
        wait: async () => undefined,
      },
    );
    await source.fetch({ changeID: 'c' });
    return `${source.pages} ${/(\w+)\.changeID=c/.exec(urls[0] ?? '')?.[1]}`;
  };

  it('names the cursor of a further page, unless the option does', async () => {
    assert.equal(await parametersWith(undefined, { cursor: 'nextOps' }), 'true nextOps');
    assert.equal(await parametersWith(undefined, { cursor: 'ignored' }), 'false undefined');
    assert.equal(await parametersWith(undefined, {}), 'true afterOps');
    assert.equal(await parametersWith('after', { cursor: 'nextOps' }), 'true afterOps');
    await assert.rejects(parametersWith('constructor', {}), /--cursor must be/);
  });

  it('warns of constructs that the service rejected, as the editor does', async () => {
    const { query } = createEmptyProfile(address, 0);
    const file = writeReport({ query: { ...query, refusedConstructs: ['TRUE'] } });
    const { code, error } = await runQuery(
      [...testVault, '--profile', file, '-'],
      'SELECT id FROM persons WHERE active = TRUE',
    );
    assert.match(error, /^-:1:39 warning undocumented The service rejected this construct/);
    assert.equal(code, 0);
  });
});
