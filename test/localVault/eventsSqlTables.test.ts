/** The tables that questions over loaded events are asked of: filled when they are needed, others with other events. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { toCompactEvent } from '../../src/core/audit/feed/compactEvent.ts';
import { Marks } from '../../src/core/audit/marks/marks.ts';
import { createAddressMask } from '../../src/core/audit/masking/addresses.ts';
import { noFilters } from '../../src/core/audit/table/filter.ts';
import { newestFirst } from '../../src/core/audit/table/trail.ts';
import type { Environment } from '../../src/core/service/connections/connections.ts';
import { toAuditEvent } from '../../src/core/service/decode.ts';
import { FileTrail } from '../../src/extension/audit/sources/fileTrail.ts';
import {
  EventsSql,
  type StatementRequest,
  type StatementResult,
} from '../../src/extension/audit/sql/eventsSql.ts';
import { textTerms } from '../unit/core/audit/questions.ts';
import { prepareDataDir } from './preparedDataDir.ts';

/** The real process, except that it loads what initdb made once. `eventsSql.test.ts` has the process with its initdb. */
const entry = fileURLToPath(new URL('./preparedEventsSql.ts', import.meta.url));
const runaway =
  'SELECT count(*) FROM events a, events b, events c, events d, events e, events f, events g, events h';

const events = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) =>
    toCompactEvent(
      toAuditEvent({
        context: { changeID: `c${from + at}`, actor: 'ada@x.test' },
        request: {
          data: { content: `SELECT name FROM persons WHERE ssn = '${from + at}-secret'` },
          httpInfo: { URI: '/v1/vaults/v/query' },
        },
        response: { code: 200 },
      }),
    ),
  );

/** Something may happen while rows are made, and once a question begins. */
class WatchedTrail extends FileTrail {
  meanwhile = (): void => undefined;
  onAsked = (): void => undefined;
  override async view(...given: Parameters<FileTrail['view']>) {
    const view = await super.view(...given);
    this.onAsked();
    return view;
  }
  beforePiece = (): void => undefined;
  override async copyRows(...given: Parameters<FileTrail['copyRows']>) {
    this.beforePiece();
    const piece = await super.copyRows(...given);
    this.meanwhile();
    return piece;
  }
}

describe('questions over loaded events', () => {
  const trail = new WatchedTrail();
  /** As the views have them. */
  const addresses = createAddressMask();
  let listing = 1;
  let environment: Environment | undefined = 'test';
  const masked = { literals: true, actors: false, revealed: [] as string[] };
  const marks = new Marks();
  const setUp = (): EventsSql =>
    new EventsSql({
      trail,
      marks: { listMarks: () => marks.listMarksWithKeys() },
      state: { getListingNumber: () => listing, environment: () => environment },
      filters: {
        createTrailQuery: () => ({
          listing,
          filters: { ...noFilters, terms: textTerms('nothing has this') },
          sorts: newestFirst,
          gaps: [],
        }),
      },
      masking: {
        rules: () => ({
          literals: masked.literals,
          revealed: masked.revealed,
          addresses: masked.actors ? addresses.listNumberedAddresses() : undefined,
        }),
        addNumberedAddresses: addresses.addNumberedAddresses,
      },
      entry,
    });
  const sql = setUp();
  const ask = (
    text: string,
    onLoaded: StatementRequest['onLoaded'] = () => undefined,
    { signal } = new AbortController(),
  ): Promise<StatementResult> => sql.runOverLoadedEvents({ sql: text, maxRows: 100, signal, onLoaded });
  const rows = async (text: string): Promise<unknown> => {
    const answered = await ask(text);
    assert.ok(answered.kind === 'rows', JSON.stringify(answered));
    const { records } = JSON.parse(answered.body) as { records: { fields: unknown }[] };
    return records.map(({ fields }) => fields);
  };
  let removeDataDir: () => Promise<void>;
  before(async () => {
    removeDataDir = await prepareDataDir();
  });
  after(async () => {
    sql.dispose();
    await removeDataDir();
  });

  it('have nothing to ask without events', async () => {
    assert.deepEqual(await ask('SELECT 1'), { kind: 'nothing' });
  });

  it('are over all loaded events, whatever is filtered in the views, and over new ones too', async () => {
    await trail.add(1, events(0, 400));
    const heard: (readonly [number, number])[] = [];
    assert.equal((await ask('SELECT 1', (count, of) => heard.push([count, of]))).kind, 'rows');
    assert.deepEqual(heard.at(-1), [400, 400], 'tells how many are in the tables, of how many');
    assert.deepEqual(await rows('SELECT count(*) AS n FROM events'), [{ n: 400 }]);
    assert.deepEqual(await rows('SELECT count(*) AS n FROM reads WHERE use = $$condition$$'), [{ n: 400 }]);
    await trail.add(1, events(400, 1));
    assert.deepEqual(await rows('SELECT count(*) AS n FROM events'), [{ n: 401 }]);
  });

  it('say which events are marked, with their notes, as soon as these change', async () => {
    const marked = (): Promise<unknown> => rows('SELECT change_id, note FROM events WHERE marked ORDER BY 1');
    assert.deepEqual(await rows('SELECT count(*) AS n FROM events WHERE marked'), [{ n: 0 }]);
    marks.mergeMarks([
      ['id c1', { note: '' }],
      ['id c2', { note: 'asked\n\tMaria \\N' }],
    ]);
    assert.deepEqual(await marked(), [
      { change_id: 'c1', note: null },
      { change_id: 'c2', note: 'asked\n\tMaria \\N' },
    ]);
    assert.deepEqual(await rows('SELECT count(*) AS n FROM events WHERE NOT marked'), [{ n: 399 }]);
  });

  it('come with the environment of the events, and whether their literals are plain', async () => {
    const factsOf = async () => {
      const answered = await ask('SELECT 1');
      assert.ok(answered.kind === 'rows');
      return [answered.environment, answered.hasPlainLiterals];
    };
    assert.deepEqual(await factsOf(), ['test', false]);
    environment = undefined;
    assert.deepEqual(await factsOf(), [undefined, false], 'not that of the tables filled before');
    sql.endProcessAndDropTables();
    [environment, masked.literals] = ['production', false];
    assert.deepEqual(await factsOf(), ['production', true]);
    sql.endProcessAndDropTables();
    masked.literals = true;
  });

  it('see no literal that the views mask', async () => {
    assert.deepEqual(await rows("SELECT DISTINCT content FROM events WHERE event::text LIKE '%•••%'"), [
      { content: "SELECT name FROM persons WHERE ssn = '•••'" },
    ]);
    assert.deepEqual(await rows("SELECT count(*) AS n FROM events WHERE event::text LIKE '%secret%'"), [
      { n: 0 },
    ]);
  });

  it('never see the literals of an event that was revealed: that is for the eyes', async () => {
    sql.endProcessAndDropTables();
    masked.revealed = ['id c7'];
    assert.deepEqual(await rows("SELECT count(*) AS n FROM events WHERE event::text LIKE '%secret%'"), [
      { n: 0 },
    ]);
  });

  it('see addresses masked and numbered as the views have them, those met in the meantime too', async () => {
    sql.endProcessAndDropTables();
    masked.actors = true;
    let isMet = false;
    trail.meanwhile = () => {
      if (!isMet) addresses.text('abe@x.test');
      isMet = true;
    };
    assert.deepEqual(await rows('SELECT DISTINCT actor FROM events'), [{ actor: 'a•••(2)@x.test' }]);
    assert.equal(addresses.actor('ada@x.test'), 'a•••(2)@x.test');
    assert.equal(addresses.actor('abe@x.test'), 'a•••@x.test');
  });

  it('are filled with what the masks leave where these change meanwhile', async () => {
    sql.endProcessAndDropTables();
    masked.actors = false;
    let isChanged = false;
    trail.meanwhile = () => {
      if (isChanged) return;
      [isChanged, masked.actors] = [true, true];
      sql.endProcessAndDropTables();
    };
    assert.deepEqual(await rows('SELECT DISTINCT actor FROM events'), [{ actor: 'a•••(2)@x.test' }]);
    assert.ok(isChanged);
  });

  it('are asked again where the masks change before there is an answer', async () => {
    masked.actors = false;
    sql.endProcessAndDropTables();
    assert.deepEqual(await rows('SELECT DISTINCT actor FROM events'), [{ actor: 'ada@x.test' }]);
    trail.onAsked = () => {
      trail.onAsked = () => undefined;
      // By then the question is under way in the process.
      setImmediate(() => {
        masked.actors = true;
        sql.endProcessAndDropTables();
      });
    };
    assert.deepEqual(await rows('SELECT DISTINCT actor FROM events'), [{ actor: 'a•••(2)@x.test' }]);
    assert.ok(masked.actors);
  });

  it('are asked of other events where these take the place of the first ones meanwhile', async () => {
    await trail.add(2, events(5000, 3));
    await trail.add(3, events(6000, 2));
    listing = 2;
    trail.beforePiece = () => {
      if (listing === 2) void trail.drop(2);
      listing = 3;
    };
    assert.deepEqual(await rows('SELECT count(*) AS n FROM events'), [{ n: 2 }]);
    listing = 1;
    trail.beforePiece = () => undefined;
  });

  it('stay unanswered where they are closed meanwhile', async () => {
    const closed = setUp();
    trail.onAsked = () => {
      trail.onAsked = () => undefined;
      setImmediate(() => closed.dispose());
    };
    const { signal } = new AbortController();
    assert.deepEqual(await closed.runOverLoadedEvents({ sql: 'SELECT 1', maxRows: 1, signal }), {
      kind: 'cancelled',
    });
  });

  it('say what PostgreSQL does not take, and where', async () => {
    assert.deepEqual(await ask('SELECT * FROM persons'), {
      kind: 'refused',
      message: 'relation "persons" does not exist',
      position: 15,
    });
  });

  it('end at once when they are cancelled, and the next one is answered', async () => {
    const abort = new AbortController();
    const asked = ask(runaway, undefined, abort);
    setTimeout(() => abort.abort(), 300);
    const began = Date.now();
    assert.deepEqual(await asked, { kind: 'cancelled' });
    assert.ok(Date.now() - began < 3000, `${Date.now() - began} ms`);
    assert.deepEqual(await rows('SELECT 1 AS one'), [{ one: 1 }]);
  });

  it('are cancelled while the tables are filled too', async () => {
    sql.endProcessAndDropTables();
    const abort = new AbortController();
    const asked = ask('SELECT 1', undefined, abort);
    setTimeout(() => abort.abort(), 50);
    assert.deepEqual(await asked, { kind: 'cancelled' });
    assert.deepEqual(await rows('SELECT 1 AS one'), [{ one: 1 }]);
  });

  it('are refused over more events than the tables take', async () => {
    for (let from = 1000; from < 101_000; from += 20_000) await trail.add(1, events(from, 20_000));
    assert.deepEqual(await ask('SELECT 1'), { kind: 'tooMany', events: 100_401 });
  });
});
