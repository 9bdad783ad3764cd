/** A table of audit events whose settings or password change while it is opened, tested, or displayed. */
import assert from 'node:assert/strict';
import { initTables } from '../../../src/node/clickhouse/initTables.ts';
import { connectionOf } from '../../unit/extension/audit/fakeModel.ts';
import { window } from '../../unit/extension/fakeVscode.ts';
import '../../unit/extension/withVscode.ts';
import { startClickHouse } from '../clickHouse.ts';
import type { EngineServer } from '../serverProcess.ts';
import { openingOf, recentEvents, tableModelOf } from './openedTable.ts';
import { type RecordingProxy, startRecordingProxy } from './recordingProxy.ts';
import { clientFor, target } from './sinkServer.ts';
import { storeEvents } from './storedEvents.ts';

describe('ClickHouse 26.7: a table whose settings or password change', () => {
  let server: EngineServer;
  let proxy: RecordingProxy;
  before(async () => {
    server = await startClickHouse();
    await initTables(clientFor(server.url), target, undefined);
    await storeEvents(server.url, recentEvents());
    proxy = await startRecordingProxy(server.url);
  });
  after(async () => {
    await proxy.close();
    await server.stop();
  });

  it('sends nothing once the settings no longer name the table, or its password is removed, and keeps what is displayed', async () => {
    const { deps, model, stored, tables } = openingOf(proxy.url);
    assert.equal(await tables.openTable('a'), true);
    const table = tableModelOf({ deps, model });
    await table.redrawTable(false);
    const [named] = deps.targets.connections();
    assert.ok(named?.trail);
    const others = [
      [],
      [{ ...named, name: 'b' }],
      [connectionOf('a')],
      [{ ...named, trail: { ...named.trail, url: 'https://other.example' } }],
      [{ ...named, trail: { ...named.trail, user: 'analyst' } }],
    ];
    const sent = proxy.statements.length;
    const expectRefused = async (): Promise<void> => {
      await table.redrawTable(false);
      const { notice, rowCount, status = '' } = table.state() ?? {};
      assert.equal(notice?.title, 'The settings or the password of this table have changed');
      assert.deepEqual(
        notice?.buttons.map(({ id, label }) => [id, label]),
        [['refresh', 'Refresh']],
      );
      assert.equal(rowCount, 20);
      assert.match(status, / · as of \d{1,2} \w{3} \d\d:\d\d$/);
    };
    for (const connections of others) {
      Object.assign(deps.targets, { connections: () => connections });
      await expectRefused();
    }
    Object.assign(deps.targets, { connections: () => [{ ...named, trail: { ...named.trail } }] });
    for (const password of [undefined, 'another']) {
      stored.password = password;
      await expectRefused();
    }
    assert.equal(proxy.statements.length, sent);
    stored.password = 'reader-password';
    await table.redrawTable(false);
    assert.equal(table.state()?.notice, undefined);
    assert.ok(proxy.statements.length > sent);
    table.dispose();
  });

  it('neither stores nor sends a password that was typed for an address that the settings no longer name', async () => {
    const { deps, said, stored, tables } = openingOf(proxy.url);
    stored.password = undefined;
    const { showInputBox } = window;
    const sent = proxy.statements.length;
    const signal = new AbortController().signal;
    try {
      for (const open of [() => tables.openTable('a'), () => tables.testTable('a', signal)]) {
        const [named] = deps.targets.connections();
        const trail = { ...named?.trail, user: 'analyst' };
        const showBox = async () => {
          Object.assign(deps.targets, { connections: () => [{ ...named, trail }] });
          return 'typed';
        };
        Object.assign(window, { showInputBox: showBox });
        assert.ok(!(await open()));
        assert.match(
          said.at(-1)?.[0] ?? '',
          /^The settings of the table changed meanwhile\. .* not stored\./,
        );
        Object.assign(deps.targets, { connections: () => [named] });
      }
    } finally {
      Object.assign(window, { showInputBox });
    }
    assert.deepEqual([said.length, stored.password, proxy.statements.length], [2, undefined, sent]);
  });
});
