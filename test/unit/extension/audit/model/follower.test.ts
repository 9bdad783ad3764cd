import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditPage } from '../../../../../src/core/service/types.ts';
import { afterTimer, eventually } from '../../../../run/waiting.ts';
import { EventEmitter, progress, Uri } from '../../fakeVscode.ts';
import { connectionOf, eventsOf, fakeService, fileOf, partsOf, settled } from '../fakeModel.ts';
import '../../withVscode.ts';

const { AuditFollower } = await import('../../../../../src/extension/audit/model/follower.ts');
const { AuditFiles } = await import('../../../../../src/extension/audit/files/auditFiles.ts');

const page = (changeID: string): Partial<AuditPage> => ({
  events: [
    toAuditEvent({
      context: { changeID },
      request: { timestamp: '2026-01-01 00:00:01.000000000' },
    }),
  ],
});

/** Following over a service that answers when the test says so. */
function setUp(seconds: number) {
  const service = fakeService(connectionOf('a'));
  const { model, deps, asked } = service;
  const seeing = new EventEmitter<{ visible: boolean }>();
  const said: string[] = [];
  const say = (text: string) => Promise.resolve(void said.push(text));
  const messages = { ...deps.messages, info: say, warn: say };
  const files = new AuditFiles(model, messages);
  const parts = partsOf(service, {
    files,
    messages,
    settings: { ...deps.settings, auditFollowSeconds: () => seconds },
    view: { visible: true, onDidChangeVisibility: seeing.event },
  });
  const follower = new AuditFollower(parts);
  const press = () => follower.toggleFollowing();
  /** Waits until so many requests were sent. */
  const until = (count: number): Promise<true> =>
    eventually(
      () => `${asked.length} requests, not ${count}`,
      () => asked.length >= count,
    );
  return {
    ...service,
    press,
    until,
    follower,
    said,
    files,
    see: () => seeing.fire({ visible: true }),
  };
}
/** The same, with one event loaded. */
async function loaded(seconds: number) {
  const made = setUp(seconds);
  const loading = made.model.requests.loadNewest();
  made.asked[0]?.answer(page('e1'));
  await loading;
  return made;
}

describe('following the audit trail', () => {
  afterEach(() => {
    progress.options.length = 0;
  });

  it('keeps the wait that the service asks for, says until when, and does not ask sooner when it is seen', async () => {
    const { model, asked, press, until, follower, see } = await loaded(0.01);
    assert.equal(await press(), true);
    await until(2);
    const before = Date.now();
    asked[1]?.refuse(429, { retryAfterMs: 600 });
    await settled();
    assert.match(model.state.snapshot().note ?? '', /^Rate limited; retrying at \d{4}-.*UTC$/);
    see();
    await until(3);
    assert.ok(Date.now() - before >= 590, `after ${Date.now() - before} ms`);
    asked[2]?.answer(page('e1'));
    await settled();
    assert.deepEqual([model.state.snapshot().note, model.state.error()], [undefined, undefined]);
    follower.dispose();
  });

  it('asks at once when told to try again, and leaves nothing to say when it is ended', async () => {
    const { model, asked, press, until, follower } = await loaded(0.01);
    await press();
    await until(2);
    asked[1]?.refuse(429, { retryAfterMs: 60_000 });
    await settled();
    await model.requests.retryOrLoadNewest();
    await until(3);
    asked[2]?.refuse(429, { retryAfterMs: 60_000 });
    await settled();
    assert.equal(await press(), false);
    const { note, error, following: is } = model.state.snapshot();
    assert.deepEqual([note, error, is], [undefined, undefined, false]);
    follower.dispose();
  });

  it('ends after a wait that can’t be read, and begins again when told to try again', async () => {
    const { model, asked, press, until, follower } = await loaded(0.01);
    await press();
    await until(2);
    asked[1]?.refuse(429, { hasUnreadableRetryAfter: true });
    await settled();
    const { following, error } = model.state.snapshot();
    assert.equal(following, false);
    assert.ok(error?.kind === 'status' && error.hasUnreadableRetryAfter);
    await afterTimer(100);
    assert.equal(asked.length, 2, 'nothing is sent by itself');
    assert.equal(await model.requests.retryOrLoadNewest(), true);
    await until(3);
    follower.dispose();
  });

  it('begins again when told to try again after it was refused for good', async () => {
    const { model, asked, press, until, follower } = await loaded(0.01);
    await press();
    await until(2);
    asked[1]?.refuse(401);
    await settled();
    assert.equal(model.state.snapshot().following, false);
    assert.equal(await model.requests.retryOrLoadNewest(), true);
    assert.deepEqual([model.state.snapshot().following, model.state.error()], [true, undefined]);
    await until(3);
    follower.dispose();
  });

  it('waits its turn after the events were read again', async () => {
    const { model, asked, press, until, follower } = await loaded(0.2);
    await press();
    await until(2);
    asked[1]?.answer(page('e1'));
    await settled();
    const refreshing = model.requests.loadNewest();
    const seen: boolean[] = [];
    model.state.onDidChange(() => seen.push(model.state.snapshot().following));
    asked[2]?.answer(page('e2'));
    await refreshing;
    assert.ok(seen.length > 0 && !seen.includes(false), 'no view sees it end in between');
    const before = performance.now();
    assert.deepEqual([asked.length, model.state.snapshot().following], [3, true]);
    await until(4);
    assert.ok(performance.now() - before >= 190);
    follower.dispose();
  });

  it('goes on with what is shown while a reading is refused', async () => {
    const { model, asked, press, until, follower } = await loaded(0.02);
    await press();
    await until(2);
    const refreshing = model.requests.loadNewest();
    asked[2]?.refuse(500);
    await refreshing;
    asked[1]?.answer(page('e2'));
    await until(4);
    assert.equal((await eventsOf(model)).length, 2);
    assert.equal(model.state.error()?.kind, 'status', 'of the reading');
    follower.dispose();
  });

  it('tells of all that a round found in one change', async () => {
    const { model, asked, press, until, follower } = await loaded(0.01);
    await press();
    await until(2);
    let changes = 0;
    model.state.onDidChange(() => changes++);
    const newer = toAuditEvent({
      context: { changeID: 'e9' },
      request: { timestamp: '2026-01-01 00:10:00.000000000' },
    });
    asked[1]?.answer({ events: [newer], nextOps: { changeID: 'e9' } });
    await until(3);
    assert.equal(changes, 1, 'the events of the first page');
    asked[2]?.refuse(429, { retryAfterMs: 60_000 });
    await settled();
    const { note, gaps } = model.state.snapshot();
    assert.deepEqual([gaps.length, model.state.error()?.kind], [1, 'status']);
    assert.match(note ?? '', /^Rate limited/);
    assert.equal(changes, 2, 'gap, message and failure');
    follower.dispose();
  });

  it('does not begin when it is ended during its first load, nor does it ask right after that', async () => {
    const { model, asked, press, until, follower } = setUp(0.1);
    const first = press();
    await until(1);
    assert.equal(await press(), false);
    asked[0]?.answer(page('e1'));
    assert.equal(await first, false);
    assert.equal(model.state.snapshot().following, false);
    await afterTimer(100);
    await settled();
    assert.equal(asked.length, 1);
    assert.equal((await eventsOf(model)).length, 1, 'what was loaded is shown');
    assert.equal(await press(), true);
    await until(2);
    follower.dispose();
  });

  it('says why not of a file that is no lines, and asks the service for nothing', async () => {
    const { model, asked, press, follower, said } = setUp(0.01);
    model.source.displayOpenedFile(fileOf(model, 'f', page('x').events ?? []));
    assert.equal(await press(), false);
    assert.deepEqual(
      [model.state.snapshot().following, asked.length, model.state.file()?.name],
      [false, 0, 'f'],
    );
    assert.deepEqual(said, ['Only uncompressed NDJSON files can be followed. Refresh instead.']);
    follower.dispose();
  });

  it('says that a file is still loading', async () => {
    const { model, press, follower, said } = setUp(0.01);
    model.source.displayOpenedFile({
      ...fileOf(model, 'f', page('x').events ?? []),
      isReading: true,
    });
    assert.equal(await press(), false);
    assert.deepEqual(said, ['The file is still loading.']);
    follower.dispose();
  });

  it('reads a file on as it grows, until it vanishes, which is said once', async () => {
    const { model, asked, press, follower, said, files } = setUp(0.01);
    const folder = await mkdtemp(join(tmpdir(), 'following-'));
    const path = join(folder, 'grows.ndjson');
    const line = (n: number): string => `{"context":{"changeID":"e${n}"},"request":{}}\n`;
    await writeFile(path, line(1) + line(2).slice(0, 9));
    assert.equal(await files.openFilesAndFolders([Uri.file(path) as never]), true);
    said.length = 0;
    assert.equal(await press(), true);
    await appendFile(path, line(2).slice(9));
    await eventually('the second event', () => model.state.provenance().loaded === 2);
    assert.deepEqual([model.state.snapshot().following, said, asked.length], [true, [], 0]);
    await rm(folder, { recursive: true });
    await eventually('the end', () => !model.state.snapshot().following);
    assert.deepEqual(said, ['grows.ndjson no longer exists. Its events stay.']);
    assert.equal((await eventsOf(model)).length, 2);
    follower.dispose();
  });

  it('ends with a file that is closed, and does not go on to the service', async () => {
    const { model, asked, press, follower, files } = setUp(0.01);
    const folder = await mkdtemp(join(tmpdir(), 'following-'));
    const path = join(folder, 'two.ndjson');
    await writeFile(
      path,
      '{"context":{"changeID":"e1"},"request":{}}\n{"context":{"changeID":"e2"},"request":{}}\n',
    );
    assert.equal(await files.openFilesAndFolders([Uri.file(path) as never]), true);
    assert.equal(await press(), true);
    model.source.displayEmptyListing();
    assert.equal(model.state.snapshot().following, false);
    await afterTimer(50);
    assert.equal(asked.length, 0);
    follower.dispose();
    await rm(folder, { recursive: true });
  });

  it('says what is missing where it is ended in the middle of a round, until that has been read', async () => {
    const { model, asked, press, until, follower } = await loaded(0.01);
    await press();
    await until(2);
    const newer = toAuditEvent({
      context: { changeID: 'e9' },
      request: { timestamp: '2026-01-01 00:10:00.000000000' },
    });
    asked[1]?.answer({ events: [newer], nextOps: { changeID: 'e9' } });
    await until(3);
    await press();
    asked[2]?.refuse(500);
    await settled();
    assert.deepEqual(
      model.state.snapshot().gaps.map(({ above, below }) => [above.context.changeID, below.context.changeID]),
      [['e9', 'e1']],
    );
    await press();
    await until(4);
    asked[3]?.answer({ events: [newer], nextOps: { changeID: 'e9' } });
    await until(5);
    asked[4]?.answer(page('e1'));
    await settled();
    assert.deepEqual(model.state.snapshot().gaps, []);
    follower.dispose();
  });
});
