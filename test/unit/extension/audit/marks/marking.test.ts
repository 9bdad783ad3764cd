import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noFilters } from '../../../../../src/core/audit/table/filter.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import type { Deps } from '../../../../../src/extension/app/deps.ts';
import type { AuditContext } from '../../../../../src/extension/audit/context.ts';
import { Uri } from '../../fakeVscode.ts';
import {
  actionsOf,
  auditTreeOf,
  connectionOf,
  eventRowsOf,
  fakeService,
  fileOf,
  shownOf,
} from '../fakeFeed.ts';
import '../../withVscode.ts';

const { createController } = await import('../../../../../src/extension/audit/table/controller.ts');
const { createTreeOptions } = await import('../../../../../src/extension/audit/tree/treeOptions.ts');
const { fileCommands } = await import('../../../../../src/extension/audit/commands/fileCommands.ts');
const { setMarks, showMarked } = await import('../../../../../src/extension/audit/marks/marking.ts');

const event = (changeID: string): AuditEvent =>
  toAuditEvent({ context: { changeID, actor: 'ada' }, request: { vaultID: 'v' } });
const ids = async (feed: Parameters<typeof shownOf>[0]): Promise<readonly unknown[]> =>
  (await shownOf(feed)).map(({ context }) => context.changeID).sort();

/** A feed with the events `a` and `b`; `answer` gives the next page. */
async function setUp() {
  const service = fakeService(connectionOf('one'));
  const { feed, asked } = service;
  const load = async (...names: readonly string[]): Promise<void> => {
    const loading = feed.load();
    asked.at(-1)?.answer({ events: names.map(event) });
    await loading;
  };
  await load('a', 'b');
  const questions: string[] = [];
  const said: string[] = [];
  const answers = { yes: true };
  const deps = {
    ...service.deps,
    settings: { ...service.deps.settings, maskLiterals: () => false },
    messages: {
      info: async (text: string) => void said.push(text),
      confirm: async (text: string) => {
        questions.push(text);
        return answers.yes;
      },
    },
  } as unknown as Deps;
  return { ...service, deps, load, questions, said, answers };
}

describe('marking events', () => {
  it('outlives Refresh and following, and is of the connection', async () => {
    const { feed, load, deps, setConnections } = await setUp();
    await setMarks({ deps, feed }, [event('a')], true);
    feed.marks.setNote(event('b'), 'asked Maria', feed.marks.source);
    await load('c', 'a');
    feed.take([event('b')]);
    assert.deepEqual([feed.marks.of(event('a')), feed.marks.of(event('c'))], [{ note: '' }, undefined]);
    assert.deepEqual(feed.marks.of(event('b')), { note: 'asked Maria' });
    setConnections([connectionOf('two')]);
    feed.resetStore();
    assert.equal(feed.marks.of(event('a')), undefined);
    setConnections([connectionOf('one')]);
    feed.resetStore();
    assert.deepEqual(feed.marks.of(event('a')), { note: '' });
  });

  it('of a file lasts as long as the file is open', async () => {
    const { feed, load } = await setUp();
    const file = fileOf(feed, 'f', [event('x')]);
    feed.marks.takeIn(file.ledger.listing, [['id x', { note: 'from the file' }]]);
    assert.equal(feed.marks.size, 0, 'not shown yet');
    feed.open(file);
    assert.deepEqual(feed.marks.of(event('x')), { note: 'from the file' });
    await load('x');
    assert.equal(feed.marks.of(event('x')), undefined, 'the service has said nothing of it');
  });

  it('shows the marked events alone, as they are marked now, also after Refresh', async () => {
    const { feed, deps, load, said } = await setUp();
    assert.equal(showMarked({ deps, feed }), false);
    assert.match(said.join(), /No events are marked/);
    feed.marks.mark([event('a')]);
    assert.equal(showMarked({ deps, feed }), true);
    assert.deepEqual(await ids(feed), ['a']);
    feed.marks.mark([event('b')]);
    assert.deepEqual(await ids(feed), ['a', 'b']);
    feed.marks.unmark([event('a')]);
    await load('a', 'b', 'c');
    assert.deepEqual(await ids(feed), ['b']);
    feed.open(fileOf(feed, 'f', [event('b')]));
    assert.equal(feed.filters().local.marked, undefined);
    assert.deepEqual(await ids(feed), ['b']);
  });

  it('lets a search find the words of a note, in any view and case, as long as they are there', async () => {
    const { feed, deps, load } = await setUp();
    feed.setLocal({ ...noFilters, text: 'LEGITIMATE' });
    assert.deepEqual(await ids(feed), []);
    feed.marks.setNote(event('b'), 'asked Maria:\nlegitimate', feed.marks.source);
    assert.deepEqual(await ids(feed), ['b']);
    feed.setLocal({ ...noFilters, text: 'maria: legit' });
    assert.deepEqual(await ids(feed), ['b'], 'in one line, as other texts are searched');
    const controller = createController(deps, feed, actionsOf(feed), () => undefined);
    const state = await controller.open('events');
    assert.deepEqual([state.rowCount, state.text], [1, 'maria: legit']);
    controller.dispose();
    await load('a', 'b', 'c');
    assert.deepEqual(await ids(feed), ['b'], 'after Refresh too');
    feed.marks.setNote(event('b'), 'nothing', feed.marks.source);
    assert.deepEqual(await ids(feed), []);
    feed.setLocal({ ...noFilters, text: 'ada' });
    assert.deepEqual(await ids(feed), ['a', 'b', 'c']);
  });

  it('does not lose a note without asking', async () => {
    const { feed, deps, questions, answers } = await setUp();
    feed.marks.setNote(event('a'), 'asked Maria', feed.marks.source);
    answers.yes = false;
    assert.equal(await setMarks({ deps, feed }, [event('a')]), 'nothing');
    assert.deepEqual(feed.marks.of(event('a')), { note: 'asked Maria' });
    answers.yes = true;
    assert.equal(await setMarks({ deps, feed }, [event('a'), event('b')]), 'marked', 'unless all are marked');
    assert.equal(await setMarks({ deps, feed }, [event('a'), event('b')]), 'unmarked');
    assert.deepEqual(questions, ['Remove the mark and its note?', 'Remove the mark and its note?']);
    assert.equal(feed.marks.size, 0);
  });

  it('is forgotten with everything', async () => {
    const { feed } = await setUp();
    feed.marks.mark([event('a')]);
    feed.forget();
    assert.equal(feed.marks.size, 0);
  });
});

describe('marked events are shown', () => {
  it('by the table: in a column that is there with the first of them, with the note', async () => {
    const { feed, deps } = await setUp();
    const controller = createController(deps, feed, actionsOf(feed), () => undefined);
    const before = await controller.open('events');
    const column = before.marks?.column ?? assert.fail();
    assert.deepEqual([before.columns[column]?.name, before.columns[column]?.shown], ['Note', false]);
    const answer = await controller.host.mark({ rev: before.rev, fromRow: 0, toRow: 2 });
    assert.deepEqual(answer, { done: 'marked', count: 2 });
    feed.marks.setNote(event('a'), 'two\nlines', feed.marks.source);
    const state = await controller.open('events');
    assert.deepEqual([state.columns[column]?.shown, state.marks], [true, { column, count: 2, only: false }]);
    const notes = state.rows.map((row) => row[column]);
    assert.deepEqual(
      notes.map((cell) => cell?.marked),
      [true, true],
    );
    assert.ok(notes.some((cell) => cell?.t.startsWith('two') && !cell.t.includes('\n')));
    const row = notes.findIndex((cell) => cell?.t !== '');
    const detail = await controller.host.detail({ rev: state.rev, row });
    assert.equal(detail.note, 'two\nlines');
    assert.deepEqual(
      detail.buttons.filter(({ id }) => id === 'mark' || id === 'note').map(({ label }) => label),
      ['Remove Mark', 'Edit Note…'],
    );
    controller.dispose();
  });

  it('by the side panel: with a star, in the sentence, and for its menu', async () => {
    const { feed } = await setUp();
    const tree = auditTreeOf(feed, createTreeOptions(feed.masking));
    feed.marks.setNote(event('a'), 'asked\u202e Maria\nyesterday', feed.marks.source);
    const nodes = await eventRowsOf(tree);
    const items = await Promise.all(nodes.map((node) => tree.getTreeItem(node)));
    const at = items.findIndex(({ contextValue }) => contextValue !== 'event');
    const [marked, other] = [items[at], items[1 - at]];
    assert.deepEqual([marked?.contextValue, other?.contextValue], ['eventMarkedNoted', 'event']);
    assert.match(String(marked?.label), /^– ★ ada/);
    assert.doesNotMatch(String(other?.label), /★/);
    assert.match(marked?.accessibilityInformation?.label ?? '', /, marked, note: asked.* Maria.*yesterday$/);
  });

  it('by an export, which has them beside the events', async () => {
    const { feed, deps } = await setUp();
    feed.marks.setNote(event('a'), '=1 "quoted"', feed.marks.source);
    feed.setLocal({ ...noFilters, marked: feed.marks.keys() });
    const folder = await mkdtemp(join(tmpdir(), 'vaultsql-'));
    try {
      const path = join(folder, 'marked.ndjson');
      const context = { feed, deps, options: feed.masking } as unknown as AuditContext;
      assert.equal(await fileCommands(context)['vaultsql.audit.export']?.(Uri.file(path)), true);
      const lines = (await readFile(path, 'utf8')).trim().split('\n');
      assert.equal(lines.length, 1);
      assert.deepEqual(JSON.parse(lines[0] ?? ''), {
        ...{ context: { changeID: 'a', actor: 'ada' }, request: { vaultID: 'v' } },
        vaultSqlMark: { marked: true, note: '=1 "quoted"' },
      });
      const manifest = JSON.parse(await readFile(`${path}.manifest.json`, 'utf8')) as Record<string, unknown>;
      assert.equal(manifest.filtersOverLoadedEvents, 'Marked');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
