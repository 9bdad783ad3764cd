import assert from 'node:assert/strict';
import { createClock, formatTimestamp, isValidTimestamp } from '../../src/localVault/audit/clock.ts';
import { type AuditedRequest, createAuditEvent, type Event } from '../../src/localVault/audit/event.ts';
import { createAuditLog } from '../../src/localVault/audit/log.ts';
import { createSampleEvents } from '../../src/localVault/audit/sample.ts';
import {
  computeLuhnDigit,
  computeTableRowCounts,
  generateCopyTexts,
} from '../../src/localVault/data/sampleData.ts';
import { formatRecords } from '../../src/localVault/server/records.ts';

const call = (n: number, content = ''): AuditedRequest => ({
  operation: 'query',
  requestID: String(n),
  caller: { actor: 'a', actorType: 'USER', accessType: 'API', ipAddress: '::1', authMode: 'API_KEY' },
  uri: '/',
  vaultID: 'local-vault',
  content,
  startedAt: BigInt(n),
  endedAt: BigInt(n + 1),
  status: 200,
  message: 'OK',
});

describe('local vault: clock', () => {
  it('writes instants with nine digits', () => {
    assert.equal(formatTimestamp(1_709_210_096_000_000_007n), '2024-02-29 12:34:56.000000007');
    assert.ok(isValidTimestamp(formatTimestamp(0n)));
    assert.ok(isValidTimestamp('2024-02-29 23:59:59.999999999'));
    assert.ok(!isValidTimestamp('2024-02-29T12:34:56.000000007'));
    for (const none of [
      '2023-02-29 00:00:00',
      '2024-13-01 00:00:00',
      '2024-01-01 24:00:00',
      '2024-01-01 00:61:00',
    ])
      assert.ok(!isValidTimestamp(`${none}.000000000`), none);
  });

  it('never shows the same instant twice', () => {
    const clock = createClock();
    const readings = Array.from({ length: 5000 }, () => formatTimestamp(clock()));
    assert.equal(new Set(readings).size, readings.length);
    assert.deepEqual(readings, readings.toSorted());
    assert.ok(Math.abs(Number(clock() / 1_000_000n) - Date.now()) < 1000);
  });
});

describe('local vault: audit log', () => {
  const any = () => true;

  it('forgets the oldest beyond its limits, of number and of text', () => {
    const log = createAuditLog({ events: 100, content: 5000 });
    for (let n = 0; n < 1000; n++) log.add(createAuditEvent(call(n)));
    assert.ok(log.size > 80 && log.size <= 100);
    assert.equal(log.readPage(any, {}, 1).event[0]?.context.requestID, '999');
    for (let n = 1000; n < 1010; n++) log.add(createAuditEvent(call(n, 'x'.repeat(1000))));
    assert.ok(log.size < 10);
    log.add(createAuditEvent(call(2000, 'x'.repeat(100_000))));
    assert.equal(log.readPage(any, {}, 1).event[0]?.context.requestID, '2000');
  });

  it('gives nothing older than an event that it has forgotten', () => {
    const log = createAuditLog({ events: 10, content: 5000 });
    log.add(createAuditEvent(call(1)));
    assert.deepEqual(log.readPage(any, { changeID: 'forgotten' }, 5), { event: [], nextOps: null });
    assert.deepEqual(log.readPage(any, { timestamp: '1960-01-01 00:00:00.000000000' }, 5).event, []);
  });

  it('pages without gap while events are added', () => {
    const log = createAuditLog({ events: 1000, content: 5000 });
    for (let n = 0; n < 95; n++) log.add(createAuditEvent(call(n)));
    const found: Event[] = [];
    let page = log.readPage(any, {}, 10);
    for (; page.nextOps !== null; page = log.readPage(any, page.nextOps, 10)) {
      found.push(...page.event);
      log.add(createAuditEvent(call(1000 + found.length)));
    }
    found.push(...page.event);
    assert.deepEqual(
      found.map(({ context }) => Number(context.requestID)),
      Array.from({ length: 95 }, (_, i) => 94 - i),
    );
  });
});

describe('local vault: sample events', () => {
  const start = 1_795_500_000_000_000_000n;

  it('are the same for the same seed and start, and of the days before it', () => {
    const events = createSampleEvents(start, 1);
    assert.deepEqual(events, createSampleEvents(start, 1));
    assert.notDeepEqual(events, createSampleEvents(start, 2));
    const stamps = events.map(({ response }) => response.timestamp);
    assert.deepEqual(stamps, [...new Set(stamps)].sort());
    assert.ok((stamps.at(-1) ?? '') < formatTimestamp(start));
    assert.ok((stamps[0] ?? '') > formatTimestamp(start - 8n * 86_400_000_000_000n));
  });

  it('share a request ID where one request made two events', () => {
    const ids = createSampleEvents(start, 1).map(({ context }) => context.requestID);
    assert.ok(new Set(ids).size < ids.length);
  });
});

describe('local vault: sample rows', () => {
  const rows = (table: string, persons: number, seed = 1) =>
    [...generateCopyTexts(table, persons, seed, 70)]
      .join('')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));

  it('are the same for the same seed, and more rows begin with the same ones', () => {
    for (const table of Object.keys(computeTableRowCounts(300))) {
      assert.deepEqual(rows(table, 300), rows(table, 300));
      assert.notDeepEqual(rows(table, 300), rows(table, 300, 2));
      assert.equal(rows(table, 300).length, computeTableRowCounts(300)[table]);
    }
    assert.deepEqual(rows('persons', 300).slice(0, 100), rows('persons', 100));
  });

  it('belong to no person: no card number passes the checksum, no social security number was issued', () => {
    for (const [, , number = ''] of rows('credit_cards', 400)) {
      assert.match(number, /^\d{15,16}$/);
      assert.notEqual(computeLuhnDigit(number.slice(0, -1)), Number(number.at(-1)));
    }
    assert.equal(computeLuhnDigit('7992739871'), 3);
    for (const [, , email, phone, ssn] of rows('persons', 400)) {
      assert.match(email ?? '', /^\\N$|@example\.(?:com|org|net)$/);
      assert.match(phone ?? '', /^\\N$|-555-01\d\d$/);
      assert.match(ssn ?? '', /^\\N$|^9\d\d-/);
    }
  });

  it('have gaps, odd names and nested objects', () => {
    const persons = rows('persons', 400);
    for (const column of [2, 3, 5, 8, 9]) assert.ok(persons.some((row) => row[column] === '\\N'));
    assert.ok(persons.some(([, name]) => name?.includes('\\\\')));
    for (const [address] of persons.map((row) => row.slice(9)))
      if (address !== '\\N') assert.ok(JSON.parse(address ?? '').geo.lat > 20);
  });
});

describe('local vault: records', () => {
  it('writes what JSON has no number for as text', () => {
    const columns = [{ name: 'a', kind: 'exact' }] as const;
    const body = (cell: string) => formatRecords({ columns, rows: [[cell]] });
    for (const cell of ['NaN', 'Infinity', '-Infinity'])
      assert.equal(body(cell), `{"records":[{"fields":{"a":"${cell}"}}]}`);
    for (const cell of ['-0.10', '1e+300', '1e-7', '9007199254740993', '0'])
      assert.equal(body(cell), `{"records":[{"fields":{"a":${cell}}}]}`);
  });

  it('escapes names and texts', () => {
    const columns = [{ name: 'a"\n', kind: 'text' }] as const;
    assert.deepEqual(JSON.parse(formatRecords({ columns, rows: [['\\"\u2028\u0007']] })), {
      records: [{ fields: { 'a"\n': '\\"\u2028\u0007' } }],
    });
  });
});
