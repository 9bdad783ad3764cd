import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deps } from '../../src/extension/app/deps.ts';
import { documents, EventEmitter, Position, Uri, window } from '../unit/extension/fakeVscode.ts';
import '../unit/extension/withVscode.ts';

const { createTargets } = await import('../../src/extension/targets/targets.ts');
const { LocalVaultHost } = await import('../../src/extension/localVault/localVaultHost.ts');

/** A vault that is up at once, and ends with the extension. */
const server = `
process.send({
  method: 'ready',
  params: { url: 'http://127.0.0.1:1', token: 't', accountID: 'a', vaultID: 'v', actor: 'me', columns: [], tables: [] },
});
process.on('disconnect', () => process.exit());
`;

describe('the local vault as a child of the extension', () => {
  const windowBefore = { ...window };
  let folder: string;
  const defects: string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultsql-host-'));
    await mkdir(join(folder, 'dist', 'localVault'), { recursive: true });
    await writeFile(join(folder, 'dist', 'localVault', 'server.cjs'), server);
    const sample = join(folder, 'sample.vaultsql');
    await writeFile(sample, 'SELECT 1');
    const positionAt = (offset: number) => new Position(0, offset);
    documents.set(sample, { getText: () => 'SELECT 1', positionAt });
  });
  afterEach(() => {
    Object.assign(window, windowBefore);
    defects.length = 0;
  });
  after(() => rm(folder, { recursive: true }));

  function hostOf() {
    const settings = {
      connections: () => [],
      onDidChange: new EventEmitter<never>().event,
      localVaultRows: () => 1,
      localVaultPort: () => 0,
    };
    const memento = {
      get: () => undefined,
      update: async () => undefined,
      keys: () => [],
    };
    const targets = createTargets(settings as unknown as Deps['settings'], memento);
    const uri = Uri.file(folder);
    const deps = {
      settings,
      targets,
      context: { extensionUri: uri, globalStorageUri: uri },
      log: {
        info: () => undefined,
        defect: (where: string) => void defects.push(where),
      },
      messages: { info: async () => undefined },
    };
    const states: string[] = [];
    targets.onDidChange(() => states.push(targets.getLocalVaultState().kind));
    return {
      host: new LocalVaultHost(deps as unknown as Deps),
      targets,
      states,
    };
  }

  it('is a connection from its start to its end', async () => {
    const { host, targets, states } = hostOf();
    const names = () => targets.connections().map(({ name }) => name);
    const [first, second] = await Promise.all([host.startVault(), host.startVault()]);
    assert.deepEqual([first, second, host.isRunning(), names()], [true, true, true, ['local']]);
    assert.deepEqual(
      [host.stopVault(), host.stopVault(), host.isRunning(), names()],
      [true, false, false, []],
    );
    assert.deepEqual([...new Set(states)], ['starting', 'running', 'stopped']);
    assert.deepEqual(defects, []);
  });

  it('starts also where the sample can’t be shown', async () => {
    Object.assign(window, {
      showTextDocument: () => Promise.reject(new Error('no editor')),
    });
    const { host, targets } = hostOf();
    assert.equal(await host.startVault(), true);
    assert.equal(targets.getLocalVaultState().kind, 'running');
    assert.deepEqual(defects, ['opening the sample queries']);
    host.stopVault();
  });
});
