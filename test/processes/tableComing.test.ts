import assert from 'node:assert/strict';
import { parseQueryReads } from '../../src/core/audit/table/queryReads.ts';
import type { Deps } from '../../src/extension/app/deps.ts';
import type { AuditState } from '../../src/protocol/audit.ts';
import { eventText } from '../bench/auditEvents.ts';
import { afterTimer, eventually } from '../run/waiting.ts';
import { actionsOf, connectionOf, fakeService, fileOf, settled } from '../unit/extension/audit/fakeModel.ts';
import { eventOf } from '../webview/auditHost.ts';
import '../unit/extension/withVscode.ts';

const { createController } = await import('../../src/extension/audit/views/table/controller.ts');

const count = 12_000;
const many = Array.from({ length: count }, (_, n) => eventOf(eventText(count - 1 - n)));

/** An audit table over a file's events; what it drew, and which queries it read. */
function setUp() {
  const { model, deps } = fakeService(connectionOf('a'));
  const drawn: AuditState[] = [];
  const read: string[] = [];
  const counting = (text: string) => {
    read.push(text);
    return parseQueryReads(text);
  };
  const withMore = {
    ...deps,
    language: () => ({
      maskLiterals: (text: string) => text,
      readQuery: counting,
    }),
  } as unknown as Deps;
  const controller = createController(withMore, model, actionsOf(model), (state) => drawn.push(state));
  /** Waits for a state that was not there before. */
  const until = (wanted: (state: AuditState) => boolean): Promise<AuditState> =>
    eventually(
      () => `last drawn: ${drawn.at(-1)?.mode}, ${drawn.at(-1)?.status}`,
      () => {
        const last = drawn.at(-1);
        return last && wanted(last) ? last : undefined;
      },
    );
  return { model, drawn, controller, read, until };
}

describe('the audit table while a large file comes in', () => {
  it('is drawn now and then, and at the end with all of it', async () => {
    const { model, drawn, controller, until } = setUp();
    const began = performance.now();
    model.source.displayOpenedFile(fileOf(model, 'many', many));
    const { rowCount } = await until((state) => state.rowCount === count);
    assert.equal(rowCount, count);
    // At the start and at the end; in between not more often than this.
    const most = 3 + (performance.now() - began) / 150;
    assert.ok(drawn.length <= most, `${drawn.length} times, not ${most}`);
    assert.match(drawn.at(-1)?.status ?? '', /^12,000 events loaded · from file/);
    controller.dispose();
  });

  it('sums up who read what once, when all of it is there', async () => {
    const { model, controller, read, until } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'few', many.slice(0, 10)));
    await controller.open('readers');
    read.length = 0;
    model.source.displayOpenedFile(fileOf(model, 'many', many.slice(0, 5_000)));
    const end = await until(({ mode, status }) => mode === 'readers' && /· from 5,000 events/.test(status));
    assert.ok(end.rowCount > 5);
    // The next picture would have come meanwhile.
    await afterTimer(150);
    await settled();
    assert.deepEqual(read, [...new Set(read)], 'each query once');
    controller.dispose();
  });

  it('does not show who read what of a listing that is gone, and says when it is not in step', async () => {
    const { model, drawn, controller, until } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'first', many.slice(0, 2_000)));
    const first = await controller.open('readers');
    assert.match(first.status, /· from 2,000 events/);
    model.following.addFollowedEvents([eventOf(eventText(count + 1))]);
    await until(({ status }) => /· from 2,001 events/.test(status));
    const from = drawn.length;
    model.source.displayOpenedFile(fileOf(model, 'second', many.slice(8_000, 11_000)));
    await until(({ mode, status }) => mode === 'readers' && /· from 3,000 events/.test(status));
    const between = drawn.slice(from, -1);
    assert.ok(between.length > 0);
    for (const state of between) {
      assert.match(state.status, /^Parsing the queries of/);
      assert.equal(state.mode, 'events', 'not the rows of the first');
    }
    controller.dispose();
  });

  it('gives who asks for it all of it, not the first part', async () => {
    const { model, controller } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'many', many.slice(0, 6_000)));
    const shown = await controller.open('readers');
    assert.match(shown.status, /· from 6,000 events/);
    controller.dispose();
  });

  it('follows filters that change while it sums up', async () => {
    const { model, controller, until } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'many', many.slice(0, 6_000)));
    await controller.open('events');
    const opening = controller.open('readers');
    await settled();
    controller.host.search({ text: 'card_number' });
    await opening;
    const end = await until(
      ({ mode, status }) => mode === 'readers' && /· from 1,200 of 6,000 events ·/.test(status),
    );
    assert.match(end.status, /^\d+ entries · 1,200 requests/);
    controller.dispose();
  });
});
