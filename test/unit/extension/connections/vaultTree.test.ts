import assert from 'node:assert/strict';
import { collectNamesOfText } from '../../../../src/core/sql/editor/schemaIndex.ts';
import { Uri } from '../fakeVscode.ts';
import { recordedFeatures } from '../recordedFeatures.ts';
import '../withVscode.ts';

const { connectionWith, manyVaults } = await import('./manyVaults.ts');
const { createTableCommands } = await import('../../../../src/extension/connections/tree/tableCommands.ts');
const { findParent } = await import('../../../../src/extension/connections/tree/nodes.ts');

const odd = [
  'say "hi"',
  'a.b',
  ' ',
  'אבג',
  '\u202Eevil',
  'x'.repeat(10_000),
  '$(bug)',
  '[a](command:b)',
  '__proto__',
];

describe('the tree of vaults', () => {
  it('shows odd names on a line each, with no icon or link of theirs, and tells all of them apart', async () => {
    const names = odd.filter((name) => name.trim() !== '');
    const vaults = [...names, 'twin', 'twin'].map((name) => ({ id: name, name }));
    const columns = odd.map((name) => ({ name }));
    const { open } = manyVaults([connectionWith('c', vaults)], () => odd.map((name) => ({ name, columns })));
    const [connection] = await open();
    const shown = await open(connection?.node);
    const [vault] = shown;
    const tables = await open(vault?.node);
    const inTable = await open(tables[0]?.node);
    const all = [...shown, ...tables, ...inTable].map(({ item }) => item);
    assert.equal(all.length, names.length + 2 + 2 * odd.length);
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
    for (const { label, description = '', tooltip = '' } of all) {
      assert.ok(label.length <= 302, label);
      for (const text of [label, description, tooltip])
        assert.doesNotMatch(text, /\u202E|\$\(bug|\]\(command/);
    }
    assert.ok(inTable.every(({ node }) => findParent(node) === tables[0]?.node));
  });

  it('says first what the user has to act on: a narrow side bar cuts the end off', async () => {
    const vaults = [
      { id: 'v1', name: 'customers' },
      { id: 'v2', name: 'orders' },
    ];
    const connection = { ...connectionWith('c', vaults), environment: 'production' as const };
    const { open, deps } = manyVaults([connection], () => []);
    Object.assign(deps.targets, { current: () => ({ connection, vault: vaults[0] }) });
    const shown = async (): Promise<string | undefined> => (await open())[0]?.item.description;
    assert.equal(await shown(), 'production · a.test · token verified');
    for (const [state, text] of [
      ['untried', 'production · token not verified · a.test'],
      ['refused', 'production · token rejected · a.test'],
    ] as const) {
      Object.assign(deps.credentials.tokenStates, { getState: () => state });
      assert.equal(await shown(), text);
    }
    Object.assign(deps.credentials, { isSignedIn: async () => false });
    assert.equal(await shown(), 'production · signed out · a.test');
    const [{ node } = assert.fail()] = await open();
    const inConnection = await open(node);
    assert.deepEqual(
      inConnection.map(({ item }) => item.description),
      ['selected · v1', 'v2'],
    );
  });

  it('shortens a long name of a connection, so that its environment is seen in 300 px', async () => {
    const name = 'customer-data-platform-of-all-countries-eu-central-1';
    const connections = (['production', 'test'] as const).map((environment) => ({
      ...connectionWith(`${name}-${environment}`, []),
      environment,
    }));
    const short = { ...connectionWith('payments', []), environment: 'production' as const };
    const { open } = manyVaults([...connections, short], () => []);
    const items = (await open()).map(({ item }) => item);
    assert.deepEqual(
      items.map(({ label }) => label),
      ['custome…uction', 'customer-d…ral-1-test', 'payments'],
    );
    assert.ok(items[0]?.tooltip?.startsWith(`${name}-production\nproduction\n`));
    assert.match(
      items[0]?.accessibilityInformation?.label ?? '',
      new RegExp(`${name}-production, production`),
    );
  });

  it('shortens a long name of a vault in the middle, so that its end and “selected” are seen in 300 px', async () => {
    const name = 'customers-and-payments-of-all-regions';
    const vaults = ['2025', '2026'].map((year) => ({ id: `v${year}`, name: `${name}-${year}` }));
    const { deps, open } = manyVaults(
      [connectionWith('c', [...vaults, { id: 'v', name: 'people' }])],
      () => [],
    );
    const selected = deps.targets.find('c', `${name}-2026`) ?? assert.fail('no vault');
    Object.assign(deps.targets, { current: () => selected });
    const [connection] = await open();
    const items = (await open(connection?.node)).map(({ item }) => item);
    assert.deepEqual(
      items.map(({ label, description }) => [label, description]),
      [
        ['customers-…gions-2025', 'v2025'],
        ['customer…ns-2026', 'selected · v2026'],
        ['people', 'v'],
      ],
    );
    for (const [at, year] of ['2025', '2026'].entries()) {
      assert.ok(items[at]?.tooltip?.startsWith(`${name}-${year}\nVault v${year} of connection c`));
      assert.match(
        items[at]?.accessibilityInformation?.label ?? '',
        new RegExp(`^${name}-${year}, vault of`),
      );
    }
  });

  it('says until when a token is valid, with the date if that is another day', async () => {
    const { open, deps } = manyVaults([connectionWith('c', [])], () => []);
    Object.assign(deps, { timeZone: { current: () => 'utc' } });
    const shown = async (expiresAt: number): Promise<string | undefined> => {
      Object.assign(deps.credentials, { getExpiry: () => expiresAt });
      return (await open())[0]?.item.description;
    };
    const now = Date.now();
    const clock = new Date(now).toISOString().slice(11, 16);
    assert.equal(await shown(now), `test · until ${clock} UTC · a.test · token verified`);
    const later = now + 86_400_000;
    const day = new Date(later).toISOString().slice(0, 10);
    assert.equal(await shown(later), `test · until ${day} ${clock} UTC · a.test · token verified`);
  });

  it('lets a click on a vault expand it', async () => {
    const { open } = manyVaults([connectionWith('c', [{ id: 'v', name: 'v' }])], () => []);
    const [connection] = await open();
    const [vault] = await open(connection?.node);
    // Of a row with a command the editor expands at its arrow only.
    assert.equal(vault?.item.command, undefined);
    assert.equal(vault?.item.collapsibleState, 1);
  });

  it('says of a vault without tables where they would come from', async () => {
    const { open } = manyVaults([connectionWith('c', [{ id: 'v', name: 'v' }])], () => []);
    const [connection] = await open();
    const [vault] = await open(connection?.node);
    const [hint, more] = await open(vault?.node);
    assert.equal(more, undefined);
    assert.match(hint?.item.label ?? '', /No tables known yet/);
    assert.match(hint?.item.tooltip ?? '', /schema\.json/);
    assert.match(hint?.item.accessibilityInformation?.label ?? '', /^No tables known yet: .*Enter/);
  });

  it('says in a row that the local vault starts, where the view has other rows', async () => {
    const rows = async (...connections: ReturnType<typeof connectionWith>[]) => {
      const { open, deps } = manyVaults(connections, () => []);
      deps.targets.setLocalVaultState({ kind: 'starting' });
      return (await open()).map(({ item }) => item);
    };
    const [connection, starting, more] = await rows(connectionWith('c', []));
    assert.deepEqual([connection?.label, more], ['c', undefined]);
    assert.deepEqual([starting?.description, starting?.contextValue], ['starting', 'startingVault']);
    // The welcome of an empty view says more.
    assert.deepEqual(await rows(), []);
  });

  it('gives each vault its own tables, also two of one name', async () => {
    const twins = [
      { id: 'v1', name: 'people' },
      { id: 'v2', name: 'people' },
    ];
    const tables = (vault: string | undefined) => [{ name: `of ${vault}`, columns: [] }];
    const { open, deps } = manyVaults([connectionWith('c', twins)], tables);
    const [connection] = await open();
    const vaults = await open(connection?.node);
    const labels = await Promise.all(vaults.map(async ({ node }) => (await open(node))[0]?.item.label));
    assert.deepEqual(labels, ['of c/v1', 'of c/v2']);
    assert.equal(deps.targets.find('c', 'v2')?.vault.id, 'v2');
  });

  it('has no table and no column that only a file names: the vault may have refused the query', async () => {
    const target = { connection: 'c', vault: 'v' };
    const named = (path: string, text: string) => ({
      uri: Uri.file(path),
      target,
      index: collectNamesOfText(text),
    });
    const names = [named('/a.vaultsql', 'SELECT nickname, ssn FROM persons; SELECT pan FROM cards')];
    const written = [{ name: 'persons', columns: [{ name: 'ssn' }] }];
    const { open, deps } = manyVaults([connectionWith('c', [{ id: 'v', name: 'v' }])], () => written);
    const known = deps.knownNames();
    const documents = { ...known.documents, listDocumentNames: async () => names };
    Object.assign(deps, { knownNames: () => ({ ...known, documents }) });
    const [connection] = await open();
    const [vault] = await open(connection?.node);
    const tables = await open(vault?.node);
    assert.deepEqual(
      tables.map(({ item: { label, description } }) => [label, description]),
      [['persons', '1 column']],
    );
    const [persons] = tables;
    const columns = (await open(persons?.node)).map(({ item }) => item);
    assert.deepEqual(
      columns.map(({ label }) => label),
      ['ssn'],
    );
    assert.match(columns[0]?.tooltip ?? '', /From: \.vaultsql\/schema\.json, a\.vaultsql/);
    const { listVaultsToSearch, findNames } = deps.language();
    const vaults = await listVaultsToSearch(deps);
    const find = (text: string) => findNames(vaults, text, { limit: 9 }).map(({ column }) => column?.label);
    assert.deepEqual([find('nickname'), find('cards'), find('ssn')], [[], [], ['ssn']]);
  });

  it('says in words what protects a column, and what gave it', async () => {
    const policy = { table: 'PERSONS', column: 'SSN', masked: true, transientTokenization: true };
    const written = [
      { name: 'persons', description: 'People', columns: [{ name: 'ssn', type: 'number of a person' }] },
    ];
    const { open } = manyVaults([connectionWith('c', [{ id: 'v', name: 'v' }])], () => written, [policy]);
    const [connection] = await open();
    const [vault] = await open(connection?.node);
    const [table] = await open(vault?.node);
    assert.match(table?.item.tooltip ?? '', /People\nFrom: \.vaultsql\/schema\.json, your settings/);
    const [column] = await open(table?.node);
    assert.equal(column?.item.description, 'masked · no WHERE · number of a person');
    assert.equal(
      column?.item.accessibilityInformation?.label,
      'ssn, column of table persons, masked, no WHERE, number of a person',
    );
  });

  it('does not say who read a table where its events were not shown', async () => {
    const { open, deps } = manyVaults([connectionWith('c', [{ id: 'v', name: 'v' }])], () => [
      { name: 'persons', columns: [] },
    ]);
    const [connection] = await open();
    const [vault] = await open(connection?.node);
    const [table] = await open(vault?.node);
    const { features, calls } = recordedFeatures();
    // The events are not loaded, as when the user leaves the prompt for the account.
    assert.equal(
      await createTableCommands({ ...deps, ...features })['vaultsql.table.whoRead']?.(table?.node),
      undefined,
    );
    assert.deepEqual(
      calls.map(([call]) => call),
      ['auditEvents.showEventsOfVault'],
    );
  });
});
