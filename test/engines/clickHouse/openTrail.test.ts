/** A table of audit events in ClickHouse, opened as the command does it, and what is sent to the server. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toCompactEvent } from '../../../src/core/audit/feed/compactEvent.ts';
import { msToTimestamp } from '../../../src/core/audit/feed/timestamps.ts';
import { eventColumns } from '../../../src/core/audit/handover/clickhouseTable.ts';
import type { GapRecord } from '../../../src/core/audit/handover/records.ts';
import { SourceError } from '../../../src/core/audit/table/sourceError.ts';
import { openClickHouseSink } from '../../../src/node/clickhouse/clickhouseSink.ts';
import { initTables } from '../../../src/node/clickhouse/initTables.ts';
import { clonedTrail } from '../../unit/core/audit/clonedTrail.ts';
import { filtersOf } from '../../unit/core/audit/questions.ts';
import { connectionOf, fakeService } from '../../unit/extension/audit/fakeModel.ts';
import { progress, window } from '../../unit/extension/fakeVscode.ts';
import '../../unit/extension/withVscode.ts';
import { eventually } from '../../run/waiting.ts';
import { startClickHouse } from '../clickHouse.ts';
import { standardUsers } from '../configuration.ts';
import { findFreePorts } from '../ports.ts';
import { runSql } from '../request.ts';
import type { EngineServer } from '../serverProcess.ts';
import { MS_PER_HOUR, openingOf, recentEvents, tableModelOf } from './openedTable.ts';
import { type RecordingProxy, startRecordingProxy } from './recordingProxy.ts';
import { clientFor, sinkOptions, target } from './sinkServer.ts';

const { findEventInDisplayedTable } = await import('../../../src/extension/audit/commands/queryEvent.ts');
const { readOwnQueries } = await import('../../../src/extension/audit/myQueries/ownQueries.ts');
const { fileText } = await import('../../../src/extension/audit/provenance.ts');
const { RoutedTrail } = await import('../../../src/extension/audit/sources/routedTrail.ts');
const { OpenedTables } = await import('../../../src/extension/audit/tables/openedTables.ts');
const { describeSourceProblem } = await import('../../../src/extension/audit/sourceProblems.ts');

describe('ClickHouse 26.7: opening a table of audit events', () => {
  let server: EngineServer;
  let proxy: RecordingProxy;
  before(async () => {
    const inserter = { name: 'inserter', password: 'x', grants: ['INSERT ON audit.*'] };
    const eventsOnly = {
      name: 'eventsOnly',
      password: 'x',
      grants: ['SELECT ON audit.events'],
      readonly: 1 as const,
    };
    server = await startClickHouse({ users: [...standardUsers, inserter, eventsOnly] });
    await initTables(clientFor(server.url), target, undefined);
    const sink = await openClickHouseSink(sinkOptions(clientFor(server.url)));
    await sink.write(
      recentEvents().map((event) => ({ kind: 'event', event: toCompactEvent(event), isMasked: false })),
    );
    proxy = await startRecordingProxy(server.url);
  });
  after(async () => {
    await proxy.close();
    await server.stop();
  });

  it('shows the events of the last 30 days, their facets, and who read what, and says where they come from', async () => {
    const { deps, model, tables } = openingOf(proxy.url);
    assert.equal(await tables.openTable('a'), true);
    const table = tableModelOf({ deps, model });
    await table.redrawTable(false);
    const rev = (): number => table.state()?.rev ?? -1;
    assert.match(
      table.state()?.status ?? '',
      /^20 events · ClickHouse, last 30 days, up to \d{1,2} \w{3} \d\d:\d\d$/,
    );
    const rows = await table.readEventsInRows(rev(), 0, 9);
    assert.deepEqual(
      rows.map(({ context }) => context.changeID),
      ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8'],
    );
    const actors = table.state()?.facets.find(({ id }) => id === 'actor');
    assert.deepEqual(
      actors?.values.map(({ label, count }) => [label, count]),
      [
        ['ann', 10],
        ['bob', 10],
      ],
    );
    table.setLocalFilters(filtersOf('actor:ANN status:4xx'));
    await table.redrawTable(false);
    assert.equal(table.state()?.rowCount, 0);
    table.setLocalFilters(filtersOf('actor:ann status:4xx'));
    await table.redrawTable(false);
    assert.match(table.state()?.status ?? '', /^2 of 20 match · ClickHouse, last 30 days, up to /);
    await table.setMode('readers');
    await table.waitUntilDrawn();
    assert.equal(table.state()?.rowCount, 2);
    assert.deepEqual([...model.state.capabilities()], []);
    table.dispose();
  });

  it('shows one notification while it is opened, and one while it is refreshed', async () => {
    const { tables } = openingOf(proxy.url);
    for (const read of [() => tables.openTable('a'), () => tables.refreshTable()]) {
      const before = progress.options.length;
      assert.equal(await read(), true);
      assert.equal(progress.options.length - before, 1);
    }
  });

  it('says that masked literals can’t be found where the table has some and a text is searched for', async () => {
    const named = { ...target, table: 'masked' };
    const client = clientFor(server.url);
    await initTables(client, named, undefined);
    const sink = await openClickHouseSink(sinkOptions(client, [], named));
    const [newest, ...others] = recentEvents().map(toCompactEvent);
    assert.ok(newest);
    await sink.write([{ kind: 'event', event: newest, isMasked: true }]);
    await sink.write(others.map((event) => ({ kind: 'event', event, isMasked: false })));
    for (const [name, pattern] of [
      ['masked', /^0 of 20 match · masked literals can’t be found · ClickHouse, /],
      [target.table, /^0 of 20 match · ClickHouse, /],
    ] as const) {
      const { deps, model, tables } = openingOf(server.url, { table: name });
      assert.equal(await tables.openTable('a'), true);
      const table = tableModelOf({ deps, model });
      table.setLocalFilters(filtersOf('Boston'));
      await table.redrawTable(false);
      assert.match(table.state()?.status ?? '', pattern);
      table.dispose();
    }
  });

  it('lists the distinct queries of an actor, the newest first, and asks the service for nothing', async () => {
    const { model, tables } = openingOf(proxy.url);
    assert.equal(await tables.openTable('a'), true);
    const { signal } = new AbortController();
    const own = await readOwnQueries(model, { actorID: 'ann', pageSize: 25, signal });
    const text = (id: number): string => `SELECT REDACTION(ssn, 'PLAIN_TEXT') FROM persons WHERE id = ${id}`;
    assert.deepEqual(
      own.queries.map(({ textWithoutPaging, newest }) => [textWithoutPaging, newest.context.changeID]),
      [
        [text(0), 'c0'],
        [text(2), 'c2'],
        [text(1), 'c4'],
      ],
    );
    assert.deepEqual([own.searched, own.isLimited], [20, false]);
  });

  it('sends only SELECTs, each for a time range', () => {
    assert.ok(proxy.statements.length > 5, `${proxy.statements.length} statements`);
    for (const statement of proxy.statements) {
      assert.match(statement, /^SELECT /);
      if (statement.includes('`events_gaps`')) {
        assert.match(
          statement,
          / FROM `audit`\.`events_gaps` FINAL\s+WHERE ts >= \S+\(\{p\d+:Int64\}, 'UTC'\) /,
        );
        continue;
      }
      const reads = statement.split('FROM `audit`.`events`').slice(1);
      assert.ok(reads.length > 0, statement);
      for (const read of reads)
        assert.match(
          read,
          /^ FINAL WHERE \(\(ts != \S+ 'UTC'\)\) AND ts >= fromUnixTimestamp64Nano\(\{p\d+:Int64\}, 'UTC'\)/,
        );
    }
  });

  /** Opens the table, and calls `use` while its statements are held back. Returns what the user was told. */
  async function whileHeldBack(
    use: (table: ReturnType<typeof tableModelOf>, sentIDs: () => Promise<readonly string[]>) => Promise<void>,
  ) {
    const { deps, model, said, tables } = openingOf(proxy.url);
    assert.equal(await tables.openTable('a'), true);
    const table = tableModelOf({ deps, model });
    let before = proxy.statements.length;
    /** Returns the IDs of the SELECTs since the last call. */
    const sentIDs = () =>
      eventually('SELECTs', () => {
        const ids = proxy.queryIDs.flatMap((id, at) =>
          at >= before && proxy.statements[at]?.startsWith('SELECT') ? [id] : [],
        );
        if (ids.length < 2) return false;
        before = proxy.statements.length;
        return ids;
      });
    proxy.holdsSelects = true;
    try {
      await use(table, sentIDs);
    } finally {
      table.dispose();
      proxy.holdsSelects = false;
    }
    return said;
  }
  const isAskedToStop = (ids: readonly string[]): boolean =>
    ids.every((id) => proxy.statements.includes(`KILL QUERY WHERE query_id = '${id}' ASYNC`));

  it('stops the statements of an older question on the server, and those of a table that is closed', async () => {
    const said = await whileHeldBack(async (table, sentIDs) => {
      const older = table.redrawTable(false);
      const ofOlder = await sentIDs();
      table.setLocalFilters(filtersOf('actor:ann'));
      const newer = table.redrawTable(false);
      await eventually('the older ones to be stopped', () => isAskedToStop(ofOlder));
      const ofNewer = await sentIDs();
      table.dispose();
      await Promise.all([older, newer]);
      await eventually('the newer ones to be stopped', () => isAskedToStop(ofNewer));
    });
    assert.deepEqual(said, []);
  });

  it('says once that a statement may still run, if the user may not stop it', async () => {
    proxy.refusesToStop = true;
    const said = await whileHeldBack(async (table, sentIDs) => {
      const drawn = table.redrawTable(false);
      const ids = await sentIDs();
      table.dispose();
      await drawn;
      await eventually('the statements to be stopped', () => isAskedToStop(ids));
    });
    await eventually('a message', () => said.length > 0);
    proxy.refusesToStop = false;
    assert.equal(said.length, 1);
    assert.match(
      said[0]?.[0] ?? '',
      /^127\.0\.0\.1:\d+ may still run the cancelled query\. Grant SELECT ON system\.processes to reader so/,
    );
  });

  it('shows the newest events when it is refreshed, with the same question', async () => {
    const { model, tables } = openingOf(server.url);
    assert.equal(await tables.refreshTable(), undefined);
    await tables.openTable('a');
    const { listing } = model.state.displayed.listing.ledger;
    const asked = filtersOf('actor:ann');
    model.filters.setLocalFilters(asked);
    assert.equal(await tables.refreshTable(), true);
    assert.deepEqual(model.filters.getAppliedFilters().local, asked);
    assert.notEqual(model.state.displayed.listing.ledger.listing, listing);
    assert.equal(model.state.provenance().loaded, 20);
  });

  it('shows the gaps that are open, and says so if they can not be read', async () => {
    const at = (hours: number): string => msToTimestamp(Date.now() - hours * MS_PER_HOUR);
    const gap = (id: string, above: number, below: number | undefined, closedAt?: string): GapRecord => ({
      kind: 'gap',
      gap: {
        id,
        above: { timestamp: at(above), changeID: `c${above}` },
        ...(below === undefined ? {} : { below: { timestamp: at(below), changeID: `c${below}` } }),
        isOpenEnded: below === undefined,
        foundAt: new Date().toISOString(),
        ...(closedAt === undefined ? {} : { closedAt }),
      },
    });
    const sink = await openClickHouseSink(sinkOptions(clientFor(server.url)));
    await sink.write([
      gap('1-open', 5.5, 6.5),
      gap('2-closed', 7.5, 8.5),
      gap('2-closed', 7.5, 8.5, new Date().toISOString()),
      gap('3-endless', 50 * 24, undefined),
      gap('4-outside', 50 * 24, 60 * 24),
    ]);
    const { deps, model, tables } = openingOf(server.url);
    await tables.openTable('a');
    const table = tableModelOf({ deps, model });
    await table.redrawTable(false);
    assert.deepEqual(table.state()?.breaks, [5]);
    assert.match(table.state()?.status ?? '', / · 1 gap between .* and .*: events may be missing$/);
    table.dispose();
    const blind = openingOf(server.url, { user: 'eventsOnly', password: 'x' });
    await blind.tables.openTable('a');
    const file = blind.model.state.file() ?? assert.fail();
    assert.match(fileText(file, blind.model.state.provenance(), blind.model.masking), / · gaps unknown$/);
  });

  it('keeps what it shows while the server does not respond, with the time of it', async () => {
    const { deps, model, tables } = openingOf(server.url);
    await tables.openTable('a');
    const table = tableModelOf({ deps, model });
    await table.redrawTable(false);
    const before = table.state() ?? assert.fail();
    await server.kill();
    table.setLocalFilters(filtersOf('actor:ann'));
    await table.redrawTable(false);
    await table.redrawTable(false);
    const after = table.state() ?? assert.fail();
    assert.match(after.notice?.title ?? '', /^Could not connect to 127/);
    assert.equal(after.rowCount, 20);
    assert.match(after.status.slice(before.status.length), /^ · as of \d{1,2} \w{3} \d\d:\d\d$/);
    await server.restart();
    await table.redrawTable(false);
    assert.match(table.state()?.status ?? '', /^10 of 20 match · /);
    assert.doesNotMatch(table.state()?.status ?? '', /as of/);
    table.dispose();
  });

  it('finds the event of a query in the table; that of a newer query is for the service to find', async () => {
    const { model, tables } = openingOf(server.url);
    await tables.openTable('a');
    const target = { connection: connectionOf('a'), vault: { id: 'v', name: 'v' } };
    const search = async (requestID: string, name = 'a') =>
      (
        await findEventInDisplayedTable(model, {
          target: { ...target, connection: connectionOf(name) },
          requestID,
          query: 'SELECT 1',
          endedAt: Date.now(),
        })
      )?.event.context.changeID;
    assert.deepEqual(
      [await search('r7'), await search('r1000'), await search('r7', 'other')],
      ['c7', undefined, undefined],
    );
  });

  /** What is said in place of a table, and the buttons there. */
  async function problemOf(...args: Parameters<typeof openingOf>): Promise<string> {
    const { model, said, tables } = openingOf(...args);
    try {
      assert.equal(await tables.openTable('a'), false);
      return said.flat().join(' | ');
    } catch (error) {
      assert.ok(error instanceof SourceError);
      const { title, text } = describeSourceProblem(error.problem);
      return `${title}. ${text}`;
    } finally {
      assert.equal(model.state.file(), undefined);
    }
  }

  it('says in a sentence with the next step why it can not be opened', async () => {
    assert.match(
      await problemOf(server.url, { table: 'missing' }),
      /^No table of audit events: audit\.missing\. Check its name at .* audit init clickhouse \| Edit Trail$/,
    );
    await runSql(
      server.url,
      'CREATE TABLE audit.other (ts DateTime, id String) ENGINE = MergeTree ORDER BY ts',
    );
    assert.match(
      await problemOf(server.url, { table: 'other' }),
      /^No table of audit events: audit\.other\..* \| Edit Trail$/,
    );
    assert.match(
      await problemOf(server.url, { user: 'inserter', password: 'x' }),
      /^No permission to read these events\. Ask an administrator of 127/,
    );
    const [closed = 0] = await findFreePorts(1);
    assert.match(
      await problemOf(`http://127.0.0.1:${closed}`),
      /^Could not connect to 127\.0\.0\.1:\d+\. ECONNREFUSED\. Check.* \| Edit Trail$/,
    );
    const redirecting = createServer((_request, response) =>
      response.writeHead(302, { location: server.url }).end(),
    );
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
    const { port } = redirecting.address() as AddressInfo;
    assert.match(
      await problemOf(`http://127.0.0.1:${port}`),
      /is not ClickHouse’s HTTP interface\. It returned HTTP 302\. Check the address.* \| Edit Trail$/,
    );
    await new Promise((resolve) => redirecting.close(resolve));
  });

  it('offers to set the password that the server rejects', async () => {
    const { said, tables } = openingOf(server.url, { password: 'wrong' });
    assert.equal(await tables.openTable('a'), false);
    const [[text, ...buttons] = []] = said;
    assert.match(text ?? '', /rejected the sign-in\. Check the user name and the password\.$/);
    assert.deepEqual(buttons, ['Set Password']);
  });

  it('shows an error, and no part of the events, while a shard is dead', async () => {
    const columns = eventColumns.map(({ name, type }) => `\`${name}\` ${type}`).join(', ');
    await runSql(
      server.url,
      `CREATE TABLE audit.halved (${columns}) AS remote('127.0.0.1:1,127.0.0.1:2', audit, events)`,
    );
    assert.match(
      await problemOf(server.url, { table: 'halved' }),
      /^A server behind .* does not respond\. No events/,
    );
  });

  it('opens another time range, and all time after saying how many rows that scans; Refresh keeps it', async () => {
    const { showQuickPick } = window;
    const labels: string[] = [];
    const pick = (label: string): void =>
      void Object.assign(window, {
        showQuickPick: async (items: readonly { readonly label: string }[]) => {
          labels.push(...items.map((item) => item.label));
          return items.find((item) => item.label === label);
        },
      });
    try {
      const { confirming, model, tables } = openingOf(proxy.url);
      const days = () => model.state.file()?.table?.days;
      pick('Last 90 days');
      assert.equal(await tables.openTable(), true);
      assert.deepEqual([days(), model.state.provenance().loaded], [90, 21]);
      assert.deepEqual(labels, ['Last 30 days', 'Last 7 days', 'Last 90 days', 'Last 365 days', 'All time…']);
      pick('All time…');
      assert.equal(await tables.openTable(), true);
      assert.deepEqual(confirming.texts, ['Open all 21 rows of the table?']);
      assert.deepEqual([days(), model.state.provenance().loaded], [undefined, 21]);
      assert.equal(await tables.refreshTable(), true);
      assert.deepEqual([days(), confirming.texts.length], [undefined, 1]);
      confirming.isAccepted = false;
      assert.equal(await tables.openTable(), false);
      assert.equal(confirming.texts.length, 2);
      pick('none');
      assert.equal(await tables.openTable(), false);
    } finally {
      Object.assign(window, { showQuickPick });
    }
  });

  it('points to the form if no connection names a table', async () => {
    const { deps, model } = fakeService(connectionOf('a'));
    const said: string[] = [];
    const tables = new OpenedTables({
      ...deps,
      model,
      messages: { ...deps.messages, info: async (text: string) => void said.push(text) },
      trail: new RoutedTrail(clonedTrail()),
    });
    assert.equal(await tables.openTable('a'), false);
    assert.match(said.join(), /^No connection names a table of audit events\./);
  });
});
