import assert from 'node:assert/strict';
import { window } from '../fakeVscode.ts';
import { connectionOf } from '../results/fakeWindow.ts';
import '../withVscode.ts';

const { pickConnection, pickVault } = await import('../../../../src/extension/targets/pick.ts');
const { formatTarget, shortenTarget } = await import('../../../../src/extension/targets/targets.ts');
const { connectionItem } = await import('../../../../src/extension/audit/views/tree/head.ts');
const { connectionText } = await import('../../../../src/extension/audit/views/tree/viewState.ts');

const prefix = 'european-customer-data-platform-restricted-personal-records-';
const vaultPrefix = 'customer-identity-vault-with-regulated-payment-data-region-';
const connections = (['frankfurt', 'dublin'] as const).map((end) =>
  connectionOf(`${prefix}${end}`, {
    environment: end === 'dublin' ? 'test' : 'production',
    vaults: ['west-1', 'west-2'].map((region) => ({ id: region, name: `${vaultPrefix}${region}` })),
  }),
);
const targets = connections.flatMap((connection) =>
  connection.vaults.map((vault) => ({ connection, vault })),
);

/** Label, description, and detail of the rows in the list that `pick` shows. */
async function readRows(pick: () => Promise<unknown>): Promise<readonly (readonly unknown[])[]> {
  const rows: (readonly unknown[])[] = [];
  Object.assign(window, {
    showQuickPick: async (items: readonly Readonly<Record<string, unknown>>[]) =>
      void rows.push(...items.map(({ label, description, detail }) => [label, description, detail])),
  });
  await pick();
  return rows;
}

type Targets = Parameters<typeof pickVault>[0];

const rowsOf = (all: typeof targets): Promise<readonly (readonly unknown[])[]> =>
  readRows(() => pickVault({ targets: { all: () => all, current: () => all[0] } } as unknown as Targets));

describe('names that differ only at their end', () => {
  afterEach(() => Reflect.deleteProperty(window, 'showQuickPick'));

  it('are told apart in the list of vaults, whose second line has the connection and its environment', async () => {
    const rows = await rowsOf(targets);
    assert.deepEqual(rows[0]?.[1], 'Selected');
    const [first, , third] = rows.map(([label, , detail]) => [String(label), String(detail)] as const);
    assert.match(first?.[0] ?? '', /west-1$/);
    assert.match(first?.[1] ?? '', /^european-.{0,60}frankfurt · production$/);
    assert.match(third?.[1] ?? '', /^european-.{0,60}dublin · test$/);
  });

  it('have one line in that list if there is room', async () => {
    const short = connectionOf('shop');
    const rows = await rowsOf(short.vaults.map((vault) => ({ connection: short, vault })));
    assert.deepEqual(rows, [['$(database) vault', 'shop · test', 'Selected']]);
  });

  it('are told apart in the list of connections, with their environments beside them', async () => {
    const rows = await readRows(() =>
      pickConnection({ targets: { connections: () => connections } } as unknown as Targets, undefined, ''),
    );
    assert.deepEqual(
      rows.map(([, description]) => description),
      ['production', 'test'],
    );
    assert.match(String(rows[0]?.[0]), /^european-.{0,40}…\S*frankfurt$/);
    assert.match(String(rows[1]?.[0]), /^european-.{0,40}…\S*dublin$/);
  });

  it('are told apart in the status bar', () => {
    const shown = targets.map((target) => shortenTarget(target, 40));
    assert.equal(new Set(shown).size, targets.length, shown.join(' '));
    for (const text of shown) assert.equal(text.length, 40, text);
    for (const [connection, vault] of [
      ['shop', vaultPrefix],
      [prefix, 'v'],
      ['shop', 'v'],
      [prefix, ''],
    ] as const) {
      const target = { connection: connectionOf(connection), vault: { id: vault, name: vault } };
      const whole = formatTarget(target);
      assert.equal(shortenTarget(target, 40).length, Math.min(40, whole.length), whole);
    }
  });

  it('are told apart above the audit events, beside the mark of production', () => {
    const items = connections.map(({ name, environment }) =>
      connectionItem({ kind: 'connection', name, environment }),
    );
    assert.match(String(items[0]?.description), /^eur.*…\S*furt$/);
    assert.equal(items[0]?.label, 'Production');
    // The shield is the icon of values that the service redacted.
    const icons = items.map(({ iconPath }) => (iconPath as { readonly id: string } | undefined)?.id);
    assert.deepEqual(icons, ['flame', 'server']);
    assert.match(String(items[1]?.label), /^eur.*…\S*dublin$/);
    const [production, test] = connections.map((connection) => connectionText({ source: connection }));
    assert.match(production ?? '', /^eur\S*…\S*furt · PRODUCTION$/);
    assert.match(test ?? '', /^eur\S*…\S*dublin$/);
    assert.ok((production ?? '').length <= 26, production);
  });
});
