/** The audit views of the real extension over a plain list of events, which shares nothing with the local store. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { eventFromData } from '../../src/core/audit/feed/compactEvent.ts';
import type { AuditTrail, LocalTrail } from '../../src/core/audit/table/trail.ts';
import type { AuditEvent } from '../../src/core/service/types.ts';
import type { AuditFeature } from '../../src/extension/audit/register.ts';
import type { AuditNode } from '../../src/extension/audit/views/tree/auditNode.ts';
import { PlainTrail } from '../unit/core/audit/plainTrail.ts';
import { closeAll, command, eventually, openQuery } from './editor.ts';

type AuditBundle = typeof import('../../src/extension/audit/bundle.ts');

/** The events that were loaded since the plain list took the store's place, by listing. */
const listed = new Map<number, AuditEvent[]>();
let isPlain = false;
/** The running feature and its table; undefined until the extension needs them for the first time. */
let feature: AuditFeature | undefined;
let table: ReturnType<AuditFeature['createTable']> | undefined;

/** Returns a trail that reads from the store or, while `isPlain`, from a plain list of what was added to the store. */
function switchedSource(store: LocalTrail): AuditTrail {
  const add = store.add.bind(store);
  store.add = async (listing, events) => {
    if (isPlain) listed.set(listing, [...(listed.get(listing) ?? []), ...events.map(eventFromData)]);
    await add(listing, events);
  };
  const plain = new PlainTrail((listing) => listed.get(listing) ?? []);
  return new Proxy<AuditTrail>(store, {
    get: (_store, name) => {
      const source: AuditTrail = isPlain ? plain : store;
      const member: unknown = Reflect.get(source, name);
      return typeof member === 'function' ? member.bind(source) : member;
    },
  });
}

/** Has the extension start its audit feature with `switchedSource`, by replacing the exports of the bundle in the cache. */
function replaceSource(): void {
  const extension = vscode.extensions.getExtension('vaultsql.vault-sql');
  assert.ok(extension);
  const path = join(extension.extensionPath, 'dist', 'audit.cjs');
  const require = createRequire(path);
  const bundle = require(path) as AuditBundle;
  const cached = require.cache[path];
  assert.ok(cached);
  cached.exports = {
    ...bundle,
    registerAudit: (...[deps, view, displayed]: Parameters<AuditBundle['registerAudit']>) => {
      const made = bundle.registerAudit(deps, view, displayed, switchedSource);
      feature = made;
      return {
        ...made,
        createTable: () => {
          table = made.createTable();
          return table;
        },
      };
    },
  };
}
replaceSource();

describe('audit views over another source, against the local vault', () => {
  const sql = "SELECT id FROM persons WHERE name = 'Edsger' LIMIT 3";
  before(async () => {
    assert.equal(await command('localVault.start'), true);
    await openQuery(sql);
    await command('query.run');
    isPlain = true;
    await vscode.commands.executeCommand('vaultsql.audit.focus');
    await command('audit.clearFilters');
    await command('audit.refresh');
  });
  after(async () => {
    isPlain = false;
    await command('audit.clearFilters');
    await command('audit.refresh');
    await closeAll();
    assert.equal(await command('localVault.stop'), true);
  });

  /** The events of the listing that is displayed. */
  const loaded = (): readonly AuditEvent[] => [...listed.values()].at(-1) ?? [];
  const roots = async (): Promise<readonly AuditNode[]> => (await feature?.tree.getChildren()) ?? [];
  const keysOf = (node: AuditNode): readonly unknown[] =>
    node.kind === 'event' ? [node.key] : 'keys' in node ? [...node.keys] : [];

  /** The number of rows of these events in the table, where consecutive listings of this extension are one row. */
  const countRows = (events: readonly AuditEvent[]): number => {
    const isOwnListing = (event?: AuditEvent): boolean =>
      event?.request.actionType === 'LIST' && event.context.actor === 'developer@local.test';
    return events.filter((event, at) => !(isOwnListing(event) && isOwnListing(events[at + 1]))).length;
  };

  it('the tree has a row for each event, and says how many they are', async () => {
    const names = loaded().map((_event, row) => `event ${row}`);
    assert.ok(names.length >= 25, `${names.length}`);
    await eventually('a row for each event', async () => {
      const keys = (await roots()).flatMap(keysOf);
      return keys.length === names.length && names.every((name) => keys.includes(name));
    });
    const summary = (await roots()).find(({ kind }) => kind === 'summary');
    assert.match(JSON.stringify(summary), new RegExp(`"${names.length} loaded"`));
  });

  it('the table has the events, their counts by value and by time, and those that are filtered', async () => {
    const count = loaded().length;
    await command('audit.showTable');
    const shown = await table?.open('events');
    assert.ok(shown);
    assert.deepEqual([shown.phase, shown.rowCount], ['events', countRows(loaded())]);
    assert.match(shown.status, new RegExp(`^${count} events loaded`));
    const total = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0);
    const ofActors = shown.facets.find(({ id }) => id === 'actor')?.values ?? [];
    assert.equal(total(ofActors.map((value) => value.count)), count);
    const { bins = [], undated = 0, outside } = shown.histogram ?? {};
    const ofTimes = [...bins, outside?.before ?? [], outside?.after ?? []].flat();
    assert.equal(total([...ofTimes, undated]), count);
    await command('audit.notThis', { kind: 'value', field: 'actionType', value: 'READ' });
    const filtered = await command<{ readonly rowCount: number }>('audit.showTable');
    const isMatch = ({ request }: AuditEvent): boolean => request.actionType !== 'READ';
    assert.equal(filtered.rowCount, countRows(loaded().filter(isMatch)));
    assert.ok(filtered.rowCount > 0 && filtered.rowCount < count, `${filtered.rowCount} of ${count}`);
    await command('audit.clearFilters');
  });

  it('the event of a query is found, and opened by its change ID', async () => {
    await command('query.showAuditEvents');
    const event = loaded().find(({ request }) => request.data?.content?.startsWith(sql));
    assert.ok(event);
    await command('audit.openEvent', event.context.changeID);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, 'vaultsql-audit');
    assert.match(document.getText(), /name = '•••' LIMIT 3/);
  });
});
