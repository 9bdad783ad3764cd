import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noLocalFilters } from '../../../../../src/core/audit/table/filter.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import type { Deps } from '../../../../../src/extension/app/deps.ts';
import type { AuditModel } from '../../../../../src/extension/audit/model/auditModel.ts';
import { filtersOf, textQuestion } from '../../../core/audit/questions.ts';
import { Uri } from '../../fakeVscode.ts';
import {
  actionsOf,
  auditTreeOf,
  connectionOf,
  eventRowsOf,
  type FakeService,
  fakeService,
  fileOf,
  partsOf,
  settled,
  shownOf,
} from '../fakeModel.ts';
import '../../withVscode.ts';

const { createController } = await import('../../../../../src/extension/audit/views/table/controller.ts');
const { createTreeOptions } = await import('../../../../../src/extension/audit/views/tree/treeOptions.ts');
const { createTrailCommands: trailCommands } = await import(
  '../../../../../src/extension/audit/actions/trailActions.ts'
);
const { AuditFiles } = await import('../../../../../src/extension/audit/files/auditFiles.ts');
const { connectionIdentity } = await import('../../../../../src/extension/audit/model/connectionSwitch.ts');
const { registerLocalVault } = await import('../../../../../src/extension/localVault/register.ts');
const { createForgetEvents } = await import('../../../../../src/extension/app/forgetting.ts');
const { exportOrConfirmDroppingMarks } = await import(
  '../../../../../src/extension/audit/marks/unsavedMarks.ts'
);
const { markOrUnmarkEvents, filterByMarked } = await import(
  '../../../../../src/extension/audit/marks/marking.ts'
);

const event = (changeID: string): AuditEvent =>
  toAuditEvent({ context: { changeID, actor: 'ada' }, request: { vaultID: 'v' } });
const ids = async (model: Parameters<typeof shownOf>[0]): Promise<readonly unknown[]> =>
  (await shownOf(model)).map(({ context }) => context.changeID).sort();

/** A model with the events `a` and `b`; `answer` gives the next page. */
async function setUp() {
  const service = fakeService(connectionOf('one'));
  const { model, asked } = service;
  const load = async (...names: readonly string[]): Promise<void> => {
    const loading = model.requests.loadNewest();
    asked.at(-1)?.answer({ events: names.map(event) });
    await loading;
  };
  await load('a', 'b');
  const questions: string[] = [];
  const said: string[] = [];
  const answers = { yes: true };
  const deps = {
    ...service.deps,
    settings: { ...service.deps.settings, isLiteralMaskingEnabled: () => false },
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

const marking = ({ messages }: Deps, { marks }: AuditModel) => ({ messages, marks });
const unsaved = ({ deps: { messages }, model: { marks } }: FakeService) => ({
  messages,
  marks,
  exportEvents: async () => false,
});

describe('marking events', () => {
  it('outlives Refresh and following, and is of the connection', async () => {
    const { model, load, deps, setConnections } = await setUp();
    await markOrUnmarkEvents(marking(deps, model), [event('a')], true);
    model.marks.setNote(event('b'), 'asked Maria', model.marks.source);
    await load('c', 'a');
    model.following.addFollowedEvents([event('b')]);
    assert.deepEqual(
      [model.marks.getMark(event('a')), model.marks.getMark(event('c'))],
      [{ note: '' }, undefined],
    );
    assert.deepEqual(model.marks.getMark(event('b')), { note: 'asked Maria' });
    setConnections([connectionOf('two')]);
    model.source.displayEmptyListing();
    assert.equal(model.marks.getMark(event('a')), undefined);
    setConnections([connectionOf('one')]);
    model.source.displayEmptyListing();
    assert.deepEqual(model.marks.getMark(event('a')), { note: '' });
  });

  it('of a file lasts as long as the file is open', async () => {
    const { model, load } = await setUp();
    const file = fileOf(model, 'f', [event('x')]);
    model.marks.addMarksOfFile(file.ledger.listing, [['id x', { note: 'from the file' }]]);
    assert.equal(model.marks.markedEventCount, 0, 'not shown yet');
    model.source.displayOpenedFile(file);
    assert.deepEqual(model.marks.getMark(event('x')), { note: 'from the file' });
    await load('x');
    assert.equal(model.marks.getMark(event('x')), undefined, 'the service has said nothing of it');
  });

  it('shows the marked events alone, as they are marked now, also after Refresh', async () => {
    const { model, deps, load, said } = await setUp();
    assert.equal(filterByMarked(deps.messages, model), false);
    assert.match(said.join(), /No events are marked/);
    model.marks.markEvents([event('a')]);
    assert.equal(filterByMarked(deps.messages, model), true);
    assert.deepEqual(await ids(model), ['a']);
    model.marks.markEvents([event('b')]);
    assert.deepEqual(await ids(model), ['a', 'b']);
    model.marks.unmarkEvents([event('a')]);
    await load('a', 'b', 'c');
    assert.deepEqual(await ids(model), ['b']);
    model.source.displayOpenedFile(fileOf(model, 'f', [event('b')]));
    assert.deepEqual(model.filters.getAppliedFilters().local, noLocalFilters);
    assert.deepEqual(await ids(model), ['b']);
  });

  it('lets a search find the words of a note, in any view and case, as long as they are there', async () => {
    const { model, deps, load } = await setUp();
    model.filters.setLocalFilters({ question: textQuestion('LEGITIMATE') });
    assert.deepEqual(await ids(model), []);
    model.marks.setNote(event('b'), 'asked Maria:\nlegitimate', model.marks.source);
    assert.deepEqual(await ids(model), ['b']);
    model.filters.setLocalFilters({ question: textQuestion('maria: legit') });
    assert.deepEqual(await ids(model), ['b'], 'in one line, as other texts are searched');
    const controller = createController(deps, model, actionsOf(model), () => undefined);
    const state = await controller.open('events');
    assert.deepEqual([state.rowCount, state.text], [1, '"maria: legit"']);
    controller.dispose();
    await load('a', 'b', 'c');
    assert.deepEqual(await ids(model), ['b'], 'after Refresh too');
    model.marks.setNote(event('b'), 'nothing', model.marks.source);
    assert.deepEqual(await ids(model), []);
    model.filters.setLocalFilters({ question: textQuestion('ada') });
    assert.deepEqual(await ids(model), ['a', 'b', 'c']);
  });

  it('does not lose a note without asking', async () => {
    const { model, deps, questions, answers } = await setUp();
    model.marks.setNote(event('a'), 'asked Maria', model.marks.source);
    answers.yes = false;
    assert.equal(await markOrUnmarkEvents(marking(deps, model), [event('a')]), 'nothing');
    assert.deepEqual(model.marks.getMark(event('a')), { note: 'asked Maria' });
    answers.yes = true;
    assert.equal(
      await markOrUnmarkEvents(marking(deps, model), [event('a'), event('b')]),
      'marked',
      'unless all are marked',
    );
    assert.equal(await markOrUnmarkEvents(marking(deps, model), [event('a'), event('b')]), 'unmarked');
    assert.deepEqual(questions, ['Remove the mark and its note?', 'Remove the mark and its note?']);
    assert.equal(model.marks.markedEventCount, 0);
  });

  it('is forgotten with everything', async () => {
    const { model } = await setUp();
    model.marks.markEvents([event('a')]);
    model.forgetAuditData();
    assert.equal(model.marks.markedEventCount, 0);
  });
});

describe('marked events are shown', () => {
  it('by the table: in a column that is there with the first of them, with the note', async () => {
    const { model, deps } = await setUp();
    const controller = createController(deps, model, actionsOf(model), () => undefined);
    const before = await controller.open('events');
    const column = before.marks?.column ?? assert.fail();
    assert.deepEqual([before.columns[column]?.name, before.columns[column]?.visible], ['Note', false]);
    const answer = await controller.host.mark({ rev: before.rev, fromRow: 0, toRow: 2 });
    assert.deepEqual(answer, { done: 'marked', count: 2 });
    model.marks.setNote(event('a'), 'two\nlines', model.marks.source);
    const state = await controller.open('events');
    assert.deepEqual(
      [state.columns[column]?.visible, state.marks],
      [true, { column, count: 2, only: false }],
    );
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
      detail.buttons.filter(({ place }) => place.startsWith('2_mark')).map(({ label }) => label),
      ['Remove Mark', 'Edit Note…'],
    );
    controller.dispose();
  });

  it('by rows that stay the same: what was asked of them before a mark is done after it', async () => {
    const { model, deps } = await setUp();
    const controller = createController(deps, model, actionsOf(model), () => undefined);
    const { rev, dataRev } = await controller.open('events');
    await controller.host.mark({ rev, fromRow: 0, toRow: 1, marked: true });
    const marked = await controller.open('events');
    assert.ok(marked.rev > rev && marked.dataRev > dataRev);
    await controller.host.mark({ rev, fromRow: 1, toRow: 2, marked: true });
    assert.equal(model.marks.markedEventCount, 2);
    await controller.open('events');
    model.filters.setLocalFilters({ question: textQuestion('ada') });
    await controller.open('events');
    const late = { rev: marked.rev, fromRow: 0, toRow: 1 };
    await assert.rejects(async () => controller.host.mark(late), { name: 'OutOfDate' });
    controller.dispose();
  });

  it('by none whose events are no longer to be had: that is said, not that marks were removed', async () => {
    const { model, deps } = await setUp();
    const controller = createController(deps, model, actionsOf(model), () => undefined);
    const { rev } = await controller.open('events');
    model.trail.window = async () => undefined;
    const asked = { rev, fromRow: 0, toRow: 1 };
    await assert.rejects(async () => controller.host.mark(asked), { name: 'OutOfDate' });
    controller.dispose();
  });

  it('by the side panel: with a star, in the sentence, and for its menu', async () => {
    const { model } = await setUp();
    const tree = auditTreeOf(model, createTreeOptions(model.masking));
    model.marks.setNote(event('a'), 'asked\u202e Maria\nyesterday', model.marks.source);
    const nodes = await eventRowsOf(tree);
    const items = await Promise.all(nodes.map((node) => tree.getTreeItem(node)));
    const at = items.findIndex(({ contextValue }) => contextValue?.includes(' marked'));
    const [marked, other] = [items[at], items[1 - at]];
    assert.deepEqual(
      [marked?.contextValue, other?.contextValue],
      ['event marked noted', 'event unmarked unnoted'],
    );
    assert.match(String(marked?.label), /^– ★ ada/);
    assert.doesNotMatch(String(other?.label), /★/);
    assert.match(marked?.accessibilityInformation?.label ?? '', /, marked, note: asked.* Maria.*yesterday$/);
  });

  it('by an export, which has them beside the events', async () => {
    const { model, deps } = await setUp();
    model.marks.setNote(event('a'), '=1 "quoted"', model.marks.source);
    model.filters.setLocalFilters(filtersOf('marked'));
    const folder = await mkdtemp(join(tmpdir(), 'vaultsql-'));
    try {
      const path = join(folder, 'marked.ndjson');
      assert.equal(
        await trailCommands(partsOf({ model, deps }))['vaultsql.audit.export']?.(Uri.file(path)),
        true,
      );
      const lines = (await readFile(path, 'utf8')).trim().split('\n');
      assert.equal(lines.length, 1);
      assert.deepEqual(JSON.parse(lines[0] ?? ''), {
        context: { changeID: 'a', actor: 'ada' },
        request: { vaultID: 'v' },
        vaultSqlMark: { marked: true, note: '=1 "quoted"' },
      });
      const manifest = JSON.parse(await readFile(`${path}.manifest.json`, 'utf8')) as Record<string, unknown>;
      assert.equal(manifest.filtersOverLoadedEvents, 'marked');
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
    const { model, questions } = made;
    const left = [...answers];
    Object.assign(made.service.deps.messages, {
      choose: async (text: string) => {
        questions.push(text);
        return left.shift();
      },
    });
    const file = fileOf(model, 'f', [event('x'), event('y')]);
    model.marks.addMarksOfFile(file.ledger.listing, [['id x', { note: 'from the file' }]]);
    model.source.displayOpenedFile(file);
    return { ...made, listing: file.ledger.listing };
  }

  it('are none where a file has them, or a connection, which keeps them', async () => {
    const { model, questions, load } = await ofFile();
    await load('a');
    model.marks.setNote(event('a'), 'kept', model.marks.source);
    await load('a');
    assert.equal(await model.source.confirmReplacingEvents(), true);
    assert.deepEqual(questions, []);
  });

  it('keep the file where the person leaves the question, and go where they say so', async () => {
    const { model, questions, asked, load, listing } = await ofFile(undefined, 'Discard');
    model.marks.setNote(event('x'), 'mine', model.marks.source);
    assert.equal(await model.requests.loadNewest(), false);
    assert.deepEqual([model.state.getListingNumber(), questions], [listing, [question]]);
    assert.deepEqual(model.marks.getMark(event('x')), { note: 'mine' });
    const before = asked.length;
    const loading = model.requests.loadNewest();
    await settled();
    assert.equal(asked.length, before + 1);
    asked.at(-1)?.refuse(500);
    await loading;
    assert.equal(model.state.getListingNumber(), listing);
    await load('a');
    assert.deepEqual(questions, [question, question], 'not asked for once more');
  });

  it('are exported first where the person wants that, all of them', async () => {
    const { model, deps, exporting, questions } = await ofFile('Export…', 'Export…', 'Export…');
    model.marks.markEvents([event('x'), event('y')]);
    model.marks.setNote(event('x'), 'mine', model.marks.source);
    const folder = await mkdtemp(join(tmpdir(), 'vaultsql-'));
    const write = (name: string): unknown =>
      trailCommands(partsOf({ model, deps }))['vaultsql.audit.export']?.(Uri.file(join(folder, name)));
    const runs: (() => unknown)[] = [
      () => false,
      () => {
        // What the filters leave out is in no file.
        model.filters.setLocalFilters({ question: textQuestion('mine') });
        return write('one.ndjson');
      },
      () => {
        model.filters.setLocalFilters(noLocalFilters);
        return write('all.csv');
      },
    ];
    exporting.run = async () => (await runs.shift()?.()) === true;
    try {
      assert.equal(await model.source.confirmReplacingEvents(), false, 'left in the middle of the export');
      assert.equal(await model.source.confirmReplacingEvents(), true);
    } finally {
      await rm(folder, { recursive: true });
    }
    const two = 'The marks and notes of 2 events were not exported.';
    assert.deepEqual(questions, [two, two, question]);
    assert.equal(model.marks.countUnsavedMarks(), 0);
    model.marks.setNote(event('x'), 'changed', model.marks.source);
    assert.equal(model.marks.countUnsavedMarks(), 1);
  });

  it('of a connection are asked for before that is gone, as the local vault when it is stopped', async () => {
    const { model, service, questions } = await ofFile(undefined, 'Discard');
    service.model.source.displayEmptyListing();
    model.marks.markEvents([event('a')]);
    const forgetting = createForgetEvents();
    forgetting.onWillForget(({ connection, waitUntil }) =>
      waitUntil(exportOrConfirmDroppingMarks(unsaved(service), connectionIdentity(connection))),
    );
    const connection = connectionOf('one');
    const table: Record<string, () => Promise<unknown>> = {};
    registerLocalVault({
      commands: { add: (added: typeof table) => Object.assign(table, added) },
      targets: { getLocalVaultState: () => ({ kind: 'running', connection }) },
      mayForget: forgetting.mayForget,
    } as unknown as Deps);
    assert.equal(await forgetting.mayForget(connectionOf('two')), true);
    assert.deepEqual(questions, []);
    assert.equal(await table['vaultsql.localVault.stop']?.(), false);
    assert.deepEqual([questions, model.marks.countUnsavedMarks()], [[question], 1]);
    await table['vaultsql.localVault.stop']?.();
    assert.deepEqual([questions.length, model.marks.countUnsavedMarks()], [2, 0]);
  });

  it('are asked for by who closes or replaces the file, and by who forgets all', async () => {
    const { model, deps, service, questions } = await ofFile();
    model.marks.setNote(event('y'), 'mine', model.marks.source);
    assert.equal(await trailCommands(partsOf({ model, deps }))['vaultsql.audit.closeFiles']?.(), false);
    const files = new AuditFiles(model, deps.messages);
    const folder = await mkdtemp(join(tmpdir(), 'vaultsql-'));
    try {
      const path = join(folder, 'other.ndjson');
      await writeFile(path, '{"context":{"changeID":"z"}}\n');
      assert.equal(await files.openFilesAndFolders([Uri.file(path) as never]), false);
    } finally {
      await rm(folder, { recursive: true });
    }
    assert.deepEqual(await ids(model), ['x', 'y']);
    assert.deepEqual(questions, [question, question]);
    const forgetting = createForgetEvents();
    forgetting.onWillForget(({ waitUntil }) => waitUntil(Promise.resolve(true)));
    assert.equal(await forgetting.mayForget(), true);
    forgetting.onWillForget(({ waitUntil }) => waitUntil(exportOrConfirmDroppingMarks(unsaved(service))));
    assert.equal(await forgetting.mayForget(), false);
  });
});
