import assert from 'node:assert/strict';
import { SourceError, type SourceProblem } from '../../../../../../src/core/audit/table/sourceError.ts';
import type { LocalTrail } from '../../../../../../src/core/audit/table/trail.ts';
import type { Deps } from '../../../../../../src/extension/app/deps.ts';
import type { AuditState } from '../../../../../../src/protocol/audit.ts';
import { eventText } from '../../../../../bench/auditEvents.ts';
import { afterTimer, eventually } from '../../../../../run/waiting.ts';
import { eventOf } from '../../../../../webview/auditHost.ts';
import { clonedTrail } from '../../../../core/audit/clonedTrail.ts';
import { actionsOf, connectionOf, fakeServiceOver, fileOf } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { createController } = await import('../../../../../../src/extension/audit/views/table/controller.ts');

/** More than the trail takes in at a time. */
const some = Array.from({ length: 5 }, (_, n) => eventOf(eventText(4 - n)));
const failed = 'The audit table failed unexpectedly';

function setUp() {
  let failing: keyof LocalTrail | undefined;
  let thrown: Error | undefined;
  const working = clonedTrail(() => afterTimer(15));
  const trail = new Proxy<LocalTrail>(working, {
    get: (_, method: keyof LocalTrail) =>
      failing === method ? () => Promise.reject(thrown ?? new Error(method)) : working[method],
  });
  const { model, deps } = fakeServiceOver(trail, connectionOf('a'));
  const defects: unknown[] = [];
  const reported: string[] = [];
  const drawn: AuditState[] = [];
  const controller = createController(
    {
      ...deps,
      language: () => ({ maskLiterals: (text: string) => text }),
      log: { defect: (_: string, error: Error) => void defects.push(error.message) },
      messages: { ...deps.messages, error: async (text: string) => void reported.push(text) },
    } as unknown as Deps,
    model,
    actionsOf(model),
    (state) => void drawn.push(state),
  );
  return {
    model,
    controller,
    defects,
    reported,
    fail: (method?: keyof LocalTrail, error?: Error): void => {
      failing = method;
      thrown = error;
    },
    until: (wanted: (state: AuditState) => boolean): Promise<AuditState> =>
      eventually(
        () => `last drawn: ${drawn.at(-1)?.status}`,
        () => drawn.findLast((state) => state === drawn.at(-1) && wanted(state)),
      ),
  };
}

describe('the audit table over a store that fails', () => {
  for (const method of ['view', 'window'] as const)
    it(`says so at the first look, and again works afterwards: ${method}`, async () => {
      const { model, controller, defects, fail, until } = setUp();
      model.source.displayOpenedFile(fileOf(model, 'f', some));
      fail(method);
      const { notice } = await controller.open('events');
      assert.equal(notice?.title, failed);
      assert.equal(defects[0], method);
      assert.equal((await controller.host.ready({})).notice?.title, failed);
      fail();
      controller.host.button({ id: 'redraw' });
      await until(({ rowCount, notice: next }) => rowCount === 5 && !next);
      controller.dispose();
    });

  it('keeps what was drawn, and is in step with the next events', async () => {
    const { model, controller, fail, until } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'f', some));
    const { rev, rowCount } = await controller.open('events');
    fail('view');
    controller.host.search({ text: 'x' });
    const said = await until(({ notice }) => notice?.title === failed);
    assert.deepEqual([said.rowCount, said.rev > rev], [rowCount, true]);
    fail();
    model.source.displayOpenedFile(fileOf(model, 'g', some.slice(2)));
    await until((state) => state.rowCount === 3 && !state.notice);
    controller.dispose();
  });

  const problems: Readonly<
    Record<SourceProblem['kind'], readonly [SourceProblem, title: string, text: RegExp]>
  > = {
    fileChanged: [
      { kind: 'fileChanged', file: 'a.json' },
      'The file of these events has changed',
      /^a\.json changed .* Open it again\.$/,
    ],
    fileGone: [
      { kind: 'fileGone', file: 'a.json' },
      'The file of these events has changed',
      /^a\.json can no longer be read\. Open it again\.$/,
    ],
    unreachable: [
      { kind: 'unreachable', host: 'db.test', code: 'ECONNREFUSED' },
      'Could not connect to db.test',
      /^ECONNREFUSED\. Check the address/,
    ],
    timedOut: [
      { kind: 'timedOut', host: 'db.test', seconds: 30 },
      'No complete response within 30 seconds',
      /^db\.test timed out\. Select a shorter time range/,
    ],
    signInRejected: [
      { kind: 'signInRejected', host: 'db.test' },
      'db.test rejected the sign-in',
      /user name and the password/,
    ],
    forbidden: [
      { kind: 'forbidden', host: 'db.test' },
      'No permission to read these events',
      /administrator of db\.test/,
    ],
    tooMuch: [
      { kind: 'tooMuch', host: 'db.test' },
      'The result is too large',
      /^Select a shorter time range for db\.test/,
    ],
    tooLong: [
      { kind: 'tooLong', host: 'db.test' },
      'The question is too long for db.test',
      /^Use fewer or shorter terms\.$/,
    ],
    incomplete: [
      { kind: 'incomplete', host: 'db.test' },
      'A server behind db.test does not respond',
      /^No events are shown, because some would be missing\./,
    ],
    otherSystem: [
      { kind: 'otherSystem', host: 'db.test', status: 302 },
      'db.test is not ClickHouse’s HTTP interface',
      /^It returned HTTP 302\. Check the address/,
    ],
    otherTable: [
      { kind: 'otherTable', host: 'db.test', table: 'audit.events' },
      'No table of audit events: audit.events',
      /^Check its name at db\.test/,
    ],
    accessChanged: [
      { kind: 'accessChanged' },
      'The settings or the password of this table have changed',
      /^Refresh to open the table that the connection names now\.$/,
    ],
    failed: [
      { kind: 'failed', host: 'db.test', message: 'Code: 279.\nAll connection tries failed' },
      'db.test returned an error',
      /^Code: 279\. All connection tries failed$/,
    ],
  };
  for (const [kind, [problem, title, text]] of Object.entries(problems))
    it(`says why events can't be read, and keeps what was drawn: ${kind}`, async () => {
      const { model, controller, defects, reported, fail, until } = setUp();
      model.source.displayOpenedFile(fileOf(model, 'f', some));
      const { rev, rowCount } = await controller.open('events');
      fail('window', new SourceError(problem));
      const { host } = controller;
      const calls: readonly (() => unknown)[] = [
        () => host.fetchRows({ rev, seq: 1, from: 0, to: 2 }),
        () => host.detail({ rev, row: 0 }),
        () => host.mark({ rev, fromRow: 0, toRow: 1 }),
        () => host.note({ rev, row: 0 }),
      ];
      for (const call of calls) await assert.rejects(async () => call(), { name: 'OutOfDate' });
      assert.equal(reported.length, calls.length);
      assert.match(reported[0] ?? '', problem.kind.startsWith('file') ? text : new RegExp(`^${title}\\. `));
      fail('view', new SourceError(problem));
      controller.host.search({ text: 'x' });
      const said = await until(({ notice }) => notice?.title === title);
      assert.match(said.notice?.text ?? '', text);
      assert.equal(said.rowCount, rowCount);
      assert.deepEqual(defects, []);
      controller.dispose();
    });
});
