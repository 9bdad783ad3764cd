import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noFilters } from '../../../../../src/core/audit/table/filter.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import type { Deps } from '../../../../../src/extension/app/deps.ts';
import type { AuditContext } from '../../../../../src/extension/audit/context.ts';
import { commands, Uri } from '../../fakeVscode.ts';
import {
  actionsOf,
  auditTreeOf,
  connectionOf,
  eventRowsOf,
  fakeService,
  fileOf,
  settled,
  shownOf,
} from '../fakeFeed.ts';
import '../../withVscode.ts';

const { createController } = await import('../../../../../src/extension/audit/views/table/controller.ts');
const { createTreeOptions } = await import('../../../../../src/extension/audit/views/tree/treeOptions.ts');
const { fileCommands } = await import('../../../../../src/extension/audit/commands/fileCommands.ts');
const { AuditFiles } = await import('../../../../../src/extension/audit/files/auditFiles.ts');
const { identityOf } = await import('../../../../../src/extension/audit/model/connectionSwitch.ts');
const { registerLocalVault } = await import('../../../../../src/extension/localVault/register.ts');
const { createForgetting } = await import('../../../../../src/extension/app/forgetting.ts');
const { mayDropMarks } = await import('../../../../../src/extension/audit/marks/unsavedMarks.ts');
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
  return { ...service, service, deps, load, questions, said, answers };
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

  it('by rows that stay the same: what was asked of them before a mark is done after it', async () => {
    const { feed, deps } = await setUp();
    const controller = createController(deps, feed, actionsOf(feed), () => undefined);
    const { rev, dataRev } = await controller.open('events');
    await controller.host.mark({ rev, fromRow: 0, toRow: 1, marked: true });
    const marked = await controller.open('events');
    assert.ok(marked.rev > rev && marked.dataRev > dataRev);
    await controller.host.mark({ rev, fromRow: 1, toRow: 2, marked: true });
    assert.equal(feed.marks.size, 2);
    await controller.open('events');
    feed.setLocal({ ...noFilters, text: 'ada' });
    await controller.open('events');
    const late = { rev: marked.rev, fromRow: 0, toRow: 1 };
    await assert.rejects(async () => controller.host.mark(late), { name: 'OutOfDate' });
    controller.dispose();
  });

  it('by none whose events are no longer to be had: that is said, not that marks were removed', async () => {
    const { feed, deps } = await setUp();
    const controller = createController(deps, feed, actionsOf(feed), () => undefined);
    const { rev } = await controller.open('events');
    feed.trail.window = async () => undefined;
    const asked = { rev, fromRow: 0, toRow: 1 };
    await assert.rejects(async () => controller.host.mark(asked), { name: 'OutOfDate' });
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

describe('marks that no file has', () => {
  const question = 'The mark or note of 1 event was not exported.';

  /** The events `x` and `y` of a file, of which a file has the note to `x`; each answer is given once. */
  async function ofFile(...answers: readonly (string | undefined)[]) {
    const made = await setUp();
    const { feed, questions } = made;
    const left = [...answers];
    Object.assign(made.service.deps, {
      messages: {
        choose: async (text: string) => {
          questions.push(text);
          return left.shift();
        },
      },
    });
    const file = fileOf(feed, 'f', [event('x'), event('y')]);
    feed.marks.takeIn(file.ledger.listing, [['id x', { note: 'from the file' }]]);
    feed.open(file);
    return { ...made, listing: file.ledger.listing };
  }

  it('are none where a file has them, or a connection, which keeps them', async () => {
    const { feed, questions, load } = await ofFile();
    await load('a');
    feed.marks.setNote(event('a'), 'kept', feed.marks.source);
    await load('a');
    assert.equal(await feed.mayReplace(), true);
    assert.deepEqual(questions, []);
  });

  it('keep the file where the person leaves the question, and go where they say so', async () => {
    const { feed, questions, asked, load, listing } = await ofFile(undefined, 'Discard');
    feed.marks.setNote(event('x'), 'mine', feed.marks.source);
    assert.equal(await feed.load(), false);
    assert.deepEqual([feed.listing(), questions], [listing, [question]]);
    assert.deepEqual(feed.marks.of(event('x')), { note: 'mine' });
    const before = asked.length;
    const loading = feed.load();
    await settled();
    assert.equal(asked.length, before + 1);
    asked.at(-1)?.refuse(500);
    await loading;
    assert.equal(feed.listing(), listing);
    await load('a');
    assert.deepEqual(questions, [question, question], 'not asked for once more');
  });

  it('are exported first where the person wants that, all of them', async () => {
    const { feed, deps, questions } = await ofFile('Export…', 'Export…', 'Export…');
    feed.marks.mark([event('x'), event('y')]);
    feed.marks.setNote(event('x'), 'mine', feed.marks.source);
    const folder = await mkdtemp(join(tmpdir(), 'vaultsql-'));
    const context = { feed, deps, options: feed.masking } as unknown as AuditContext;
    const write = (name: string): unknown =>
      fileCommands(context)['vaultsql.audit.export']?.(Uri.file(join(folder, name)));
    const runs: (() => unknown)[] = [
      () => false,
      () => {
        // What the filters leave out is in no file.
        feed.setLocal({ ...noFilters, text: 'mine' });
        return write('one.ndjson');
      },
      () => {
        feed.setLocal(noFilters);
        return write('all.csv');
      },
    ];
    const { executeCommand } = commands;
    const executeExport = async (id: string): Promise<unknown> => {
      assert.equal(id, 'vaultsql.audit.export');
      return runs.shift()?.();
    };
    Object.assign(commands, { executeCommand: executeExport });
    try {
      assert.equal(await feed.mayReplace(), false, 'left in the middle of the export');
      assert.equal(await feed.mayReplace(), true);
    } finally {
      commands.executeCommand = executeCommand;
      await rm(folder, { recursive: true });
    }
    const two = 'The marks and notes of 2 events were not exported.';
    assert.deepEqual(questions, [two, two, question]);
    assert.equal(feed.marks.unsaved(), 0);
    feed.marks.setNote(event('x'), 'changed', feed.marks.source);
    assert.equal(feed.marks.unsaved(), 1);
  });

  it('of a connection are asked for before that is gone, as the local vault when it is stopped', async () => {
    const { feed, service, questions } = await ofFile(undefined, 'Discard');
    service.feed.resetStore();
    feed.marks.mark([event('a')]);
    const forgetting = createForgetting();
    forgetting.onWillForget(({ connection, waitUntil }) =>
      waitUntil(mayDropMarks(service.deps.messages, feed.marks, identityOf(connection))),
    );
    const connection = connectionOf('one');
    const table: Record<string, () => Promise<unknown>> = {};
    registerLocalVault({
      commands: { add: (added: typeof table) => Object.assign(table, added) },
      targets: { localVault: () => ({ kind: 'running', connection }) },
      mayForget: forgetting.mayForget,
    } as unknown as Deps);
    assert.equal(await forgetting.mayForget(connectionOf('two')), true);
    assert.deepEqual(questions, []);
    assert.equal(await table['vaultsql.localVault.stop']?.(), false);
    assert.deepEqual([questions, feed.marks.unsaved()], [[question], 1]);
    await table['vaultsql.localVault.stop']?.();
    assert.deepEqual([questions.length, feed.marks.unsaved()], [2, 0]);
  });

  it('are asked for by who closes or replaces the file, and by who forgets all', async () => {
    const { feed, deps, service, questions } = await ofFile();
    feed.marks.setNote(event('y'), 'mine', feed.marks.source);
    const context = { feed, deps, options: feed.masking } as unknown as AuditContext;
    assert.equal(await fileCommands(context)['vaultsql.audit.closeFiles']?.(), false);
    const files = new AuditFiles({ deps, feed });
    const folder = await mkdtemp(join(tmpdir(), 'vaultsql-'));
    try {
      const path = join(folder, 'other.ndjson');
      await writeFile(path, '{"context":{"changeID":"z"}}\n');
      assert.equal(await files.open([Uri.file(path) as never]), false);
    } finally {
      await rm(folder, { recursive: true });
    }
    assert.deepEqual(await ids(feed), ['x', 'y']);
    assert.deepEqual(questions, [question, question]);
    const forgetting = createForgetting();
    forgetting.onWillForget(({ waitUntil }) => waitUntil(Promise.resolve(true)));
    assert.equal(await forgetting.mayForget(), true);
    forgetting.onWillForget(({ waitUntil }) => waitUntil(mayDropMarks(service.deps.messages, feed.marks)));
    assert.equal(await forgetting.mayForget(), false);
  });
});
