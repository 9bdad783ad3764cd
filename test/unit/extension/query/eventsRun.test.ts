/** Answers over loaded audit events are masked, marked, and exported by where the events come from. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventAnswer } from '../../../../src/extension/app/eventAnswers.ts';
import { Uri, window } from '../fakeVscode.ts';
import { fakeWindow, settled } from '../results/fakeWindow.ts';

const { createEventsRun } = await import('../../../../src/extension/query/eventsRun.ts');
const { prepareRepeat } = await import('../../../../src/extension/query/prepare.ts');
const { exportResult } = await import('../../../../src/extension/results/export/exportResult.ts');
const { Session } = await import('../../../../src/extension/results/session/session.ts');

const answerOf = (more: Partial<EventAnswer> = {}): EventAnswer => ({
  statement: 'SELECT content FROM events',
  startedAt: 5,
  maxRows: 10,
  environment: 'development',
  hasPlainLiterals: false,
  runStatement: async () => ({
    ok: true,
    value: {
      records: [
        {
          fields: [['content', "SELECT id FROM persons WHERE name = 'Ada'"] as const],
        },
      ],
    },
    exchange: { status: 200, milliseconds: 1, bytes: 1 },
  }),
  createRepeat: () => answerOf({ environment: 'production' }),
  ...more,
});

/** The result of an answer, with no setting of which values are masked. */
async function resultOf(answer: EventAnswer) {
  const { deps } = fakeWindow();
  Object.assign(deps.settings, { maskMode: () => undefined });
  const session = new Session(deps, createEventsRun(answer));
  session.startPager();
  await settled();
  return { deps, session };
}

describe('an answer over loaded audit events', () => {
  it('has the environment of the events; production if that is unknown', () => {
    const environmentOf = (environment: EventAnswer['environment']) => {
      const { name, environment: shown } = createEventsRun(answerOf({ environment })).target.connection;
      return [name, shown];
    };
    for (const environment of ['production', 'test', 'development'] as const)
      assert.deepEqual(environmentOf(environment), ['loaded events', environment]);
    assert.deepEqual(environmentOf(undefined), ['loaded events, unknown origin', 'production']);
  });

  it('is masked as the results of that environment are', async () => {
    for (const [environment, masked] of [
      ['production', true],
      [undefined, true],
      ['test', false],
      ['development', false],
    ] as const) {
      const { session } = await resultOf(answerOf({ environment }));
      const state = session.state();
      assert.ok(state.phase === 'rows');
      assert.equal(state.description.isMasked, masked, `${environment}`);
      assert.equal(state.target?.environment, environment ?? 'production');
      session.dispose();
    }
  });

  it('run again has the environment that the events have then', () => {
    const now = prepareRepeat(fakeWindow().deps, createEventsRun(answerOf()));
    assert.equal(now.kind === 'ready' && now.run.target.connection.environment, 'production');
  });

  describe('in a file', () => {
    let folder = '';
    let titles: string[] = [];
    const { showQuickPick } = window;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'vaultsql-'));
    });
    after(() => rm(folder, { recursive: true }));
    afterEach(() => Object.assign(window, { showQuickPick, showSaveDialog: undefined }));

    /** Exports by hand with a manifest: the first choice of each question, but what `label` names. */
    async function exported(answer: EventAnswer, label: string, given?: object) {
      titles = [];
      const path = join(folder, `${label}.ndjson`);
      const { deps, session } = await resultOf(answer);
      const say = async () => undefined;
      Object.assign(deps.messages, {
        info: say,
        warn: say,
        error: say,
        confirm: async () => true,
      });
      Object.assign(window, {
        showQuickPick: async (
          items: readonly { label: string; id?: string; format?: string }[],
          { title = '', canPickMany = false },
        ) => {
          titles.push(title);
          if (canPickMany) return items.filter(({ id }) => id === 'manifest');
          const named = items.find((item) => item.label === label || item.format === 'ndjson');
          return named ?? items[0];
        },
        showSaveDialog: async () => Uri.file(path),
      });
      const source = session.createExportSource() ?? assert.fail('no rows');
      const { kind } = await exportResult(deps, source, given && { ...given, uri: Uri.file(path) });
      assert.equal(kind, 'done');
      session.dispose();
      const manifest = JSON.parse(await readFile(`${path}.manifest.json`, 'utf8'));
      return { text: await readFile(path, 'utf8'), manifest };
    }
    const literals = 'Literals of queries in the exported rows';

    it('asks about literals that the setting shows, every time, and says in the manifest what was chosen', async () => {
      for (const environment of ['development', 'production', undefined] as const) {
        const answer = answerOf({ environment, hasPlainLiterals: true });
        const masked = await exported(answer, 'the first');
        assert.ok(titles.includes(literals), titles.join());
        assert.doesNotMatch(masked.text, /Ada/);
        assert.deepEqual(
          [masked.manifest.maskedColumns, masked.manifest.plainTextColumns],
          [['content'], []],
        );
        const plain = await exported(answer, 'Write values in plain text');
        assert.ok(titles.includes(literals), titles.join());
        assert.match(plain.text, /Ada/);
        assert.deepEqual([plain.manifest.maskedColumns, plain.manifest.plainTextColumns], [[], ['content']]);
      }
    });

    it('writes none that a command names the file for', async () => {
      const answer = answerOf({ hasPlainLiterals: true });
      const { text } = await exported(answer, 'given', {
        format: 'ndjson',
        manifest: true,
      });
      assert.deepEqual(titles, []);
      assert.doesNotMatch(text, /Ada/);
    });

    it('asks nothing where literals are masked and no value is', async () => {
      await exported(answerOf(), 'masked before');
      assert.ok(!titles.includes(literals), titles.join());
    });
  });
});
