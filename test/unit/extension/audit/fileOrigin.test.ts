import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toAuditEvent } from '../../../../src/core/service/decode.ts';
import type { ActionParts } from '../../../../src/extension/audit/actions/auditActions.ts';
import { eventually } from '../../../run/waiting.ts';
import { textQuestion } from '../../core/audit/questions.ts';
import { executed, Uri, window } from '../fakeVscode.ts';
import {
  actionCommandsOf,
  auditTreeOf,
  connectionOf,
  eventsOf,
  fakeService,
  fileOf,
  partsOf,
} from './fakeModel.ts';
import '../withVscode.ts';

const { createTrailCommands: trailCommands } = await import(
  '../../../../src/extension/audit/actions/trailActions.ts'
);
const { AuditFiles } = await import('../../../../src/extension/audit/files/auditFiles.ts');
const { createTreeOptions } = await import('../../../../src/extension/audit/views/tree/treeOptions.ts');
const { registerViewState } = await import('../../../../src/extension/audit/views/tree/viewState.ts');

const eventOf = (changeID: string) => toAuditEvent({ context: { changeID }, request: {}, response: {} });

const withQuery = toAuditEvent({
  context: { changeID: 'e1' },
  request: { data: { content: 'SELECT name FROM persons' } },
});

describe('the query of an audit event', () => {
  it('is opened, run and compared at no connection where the event is from a file', async () => {
    const { model, asked } = fakeService(connectionOf('a'));
    const opened: unknown[] = [];
    const take = (...given: readonly unknown[]): Promise<boolean> => {
      const connection = given.at(-1) as { readonly name: string } | undefined;
      opened.push(connection?.name);
      return Promise.resolve(true);
    };
    const documents = { openEvent: take, openJson: take, openQuery: take, compareQuery: take };
    const commands = actionCommandsOf(model, { documents } as unknown as Partial<ActionParts>);
    const document = { languageId: 'vaultsql', uri: { scheme: 'file' } };
    Object.assign(window, { visibleTextEditors: [{ document }] });
    const openAll = async (): Promise<readonly unknown[]> => {
      const node = { kind: 'event', event: (await eventsOf(model))[0] };
      opened.length = 0;
      for (const name of ['openQuery', 'runQueryAgain', 'compareQuery'])
        await commands[`vaultsql.audit.${name}`]?.(node);
      return [...opened];
    };
    const loading = model.requests.loadNewest();
    asked[0]?.answer({ events: [withQuery] });
    await loading;
    assert.deepEqual(await openAll(), ['a', 'a', 'a']);
    model.source.displayOpenedFile(fileOf(model, 'f', [withQuery]));
    assert.deepEqual(await openAll(), [undefined, undefined, undefined]);
  });

  it('is not run again if its literals were masked when it was stored', async () => {
    const { model } = fakeService(connectionOf('a'));
    const told: string[] = [];
    const info = async (text: string) => void told.push(text);
    const opened: unknown[] = [];
    const documents = { openQuery: async () => opened.push('query') > 0 };
    const commands = actionCommandsOf(model, {
      documents,
      messages: { info },
    } as unknown as Partial<ActionParts>);
    const masked = toAuditEvent({
      context: { changeID: 'e1' },
      request: { data: { content: "SELECT id FROM persons WHERE ssn = '•••'" } },
    });
    model.source.displayOpenedFile(fileOf(model, 'f', [masked]));
    const node = { kind: 'event', event: (await eventsOf(model))[0] };
    await commands['vaultsql.audit.runQueryAgain']?.(node);
    assert.deepEqual(opened, []);
    assert.deepEqual(told, [
      'This query can’t be run again: its literals were masked when the event was stored.',
    ]);
    await commands['vaultsql.audit.openQuery']?.(node);
    assert.deepEqual(opened, ['query']);
  });
});

describe('opening a file of audit events', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultsql-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function setUp() {
    const { model, deps, asked } = fakeService(connectionOf('a'), connectionOf('b'));
    const said: string[] = [];
    const messages = { warn: (text: string) => Promise.resolve(void said.push(text)) };
    const files = new AuditFiles(model, { ...deps.messages, ...messages });
    const commands = trailCommands(partsOf({ model, deps }, { messages, files }));
    const open = async (name: string): Promise<unknown> => {
      const path = join(folder, name);
      await writeFile(
        path,
        `${JSON.stringify({ context: { changeID: name }, request: {}, response: {} })}\n`,
      );
      return () => commands['vaultsql.audit.import']?.(Uri.file(path));
    };
    return { model, asked, said, open: async (name: string) => (await open(name)) as () => Promise<boolean> };
  }

  it('leaves what was asked for since', async () => {
    const { model, asked, said, open } = await setUp();
    const opening = (await open('slow.ndjson'))();
    const loading = model.requests.loadNewest({ vaultID: 'v' });
    assert.equal(await opening, false);
    asked[0]?.answer({ events: [eventOf('e1')] });
    assert.equal(await loading, true);
    assert.equal(model.state.file(), undefined);
    assert.deepEqual(said, ['Could not open slow.ndjson: other events were requested meanwhile.']);
  });

  it('ends with the file that was asked for last, and takes the place of what was asked for before', async () => {
    const { model, asked, open } = await setUp();
    const loading = model.requests.loadNewest();
    const [first, second] = [await open('first.ndjson'), await open('second.ndjson')];
    const [one, other] = [first(), second()];
    assert.deepEqual([await one, await other], [false, true]);
    asked[0]?.answer({ events: [eventOf('e1')] });
    assert.equal(await loading, false);
    assert.equal(model.state.file()?.name, 'second.ndjson');
  });
});

describe('the side panel over an opened file', () => {
  it('offers to remove the filter, not a vault, where none of its events match and no connection is there', async () => {
    const { model, deps } = fakeService();
    const listening = registerViewState(model, { message: '' }, deps.log);
    const until = (wanted: string): Promise<true> =>
      eventually(wanted, () => {
        const made = executed.findLast(([, key]) => key === 'vaultsql.audit.state');
        return made?.[2] === wanted;
      });
    await until('none');
    model.source.displayOpenedFile(fileOf(model, 'f', [eventOf('e1')]));
    model.filters.setLocalFilters({ question: textQuestion('no event has this') });
    await until('shown');
    const nodes = (await auditTreeOf(model, createTreeOptions(model.masking)).getChildren()) ?? [];
    assert.deepEqual(
      nodes.map(({ kind }) => kind),
      ['summary', 'filter', 'none'],
    );
    listening.dispose();
  });
});
