import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { collect, type Run, runs } from './collectorJudge.ts';

/** `VAULTSQL_LONG=1` for the numbers that a release is tested with. */
const parameters = process.env.VAULTSQL_LONG ? { numRuns: 1000 } : { numRuns: 20, seed: 31 };

/** Runs in which earlier versions lost events without a gap, or wrote the same events again and again. */
const foundRuns = readFileSync(
  new URL('../../../../fixtures/collector/foundRuns.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Run);

/**
 * A service that does what it is asked. Its first page leads to a second one: a service that never pages can't be told
 * from one whose whole listing is one page. Pages of a few events would not show whether they are sorted by time.
 */
const wellBehaved = runs.map(({ scenario, ...run }): Run => {
  const pageSize = Math.max(10, scenario.pageSize);
  const before = pageSize + 1 + scenario.before;
  return {
    ...run,
    scenario: {
      ...scenario,
      pageSize,
      before,
      cursors: 'honoured',
      failures: 0,
      strayCursors: 0,
      pageCap: 0,
      undated: 0,
      repeated: 0,
      reusedIDs: 0,
      jumps: [],
      ahead: 0,
    },
  };
});

const quietScenario: Run['scenario'] = {
  seed: 949658,
  events: 279,
  pageSize: 10,
  cursors: 'ignored',
  step: 20_000,
  maxDelay: 0,
  failures: 0.37,
  strayCursors: 0,
  pageCap: 0,
  equalTimes: 0,
  noIDs: 0,
  undated: 0.01,
  repeated: 0,
  reusedIDs: 0,
  order: 'arrival',
  jumps: [],
  ahead: 0,
  clockError: 0,
  audited: true,
  before: 11,
};

describe('collector', () => {
  it('names the rest of a listing whose cursor is ignored after a restart', async () => {
    const { lost, starts } = await collect({ scenario: quietScenario, kills: 0.05, isFromStart: true });
    assert.deepEqual(lost, []);
    assert.ok(starts > 1);
  });

  it('does not repeat the notices of gaps when there are too many to follow', async () => {
    const scenario: Run['scenario'] = {
      ...quietScenario,
      seed: 927233,
      events: 297,
      pageSize: 63,
      cursors: 'honoured',
      maxDelay: 2000,
      failures: 0,
      strayCursors: 0.15,
      pageCap: 1,
      noIDs: 0.5,
      jumps: [7_200_000, 200_000],
      before: 57,
    };
    const { output, lost } = await collect({ scenario, kills: 0, isFromStart: false });
    assert.deepEqual(lost, []);
    const notices = output.filter(({ kind }) => kind === 'gap');
    assert.ok(notices.length > 200 && notices.length < output.length / 2, `${notices.length} notices`);
  });

  it('writes every event that a service lists, or names the gap, however often it is killed', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async (run) => {
        const { lost, unannounced } = await collect(run);
        assert.deepEqual({ lost, unannounced }, { lost: [], unannounced: [] });
      }),
      parameters,
    );
  });

  for (const run of foundRuns)
    it(`loses no event of the simulated service ${run.scenario.seed}`, async () => {
      const { lost, unannounced } = await collect(run);
      assert.deepEqual({ lost, unannounced }, { lost: [], unannounced: [] });
    });

  it('finds no gap in a service that does what it is asked, however often it is killed', async () => {
    await fc.assert(
      fc.asyncProperty(wellBehaved, async (run) => {
        const { output, lost } = await collect(run);
        const gaps = output.filter(({ kind }) => kind === 'gap');
        assert.deepEqual({ lost, gaps }, { lost: [], gaps: [] });
      }),
      parameters,
    );
  });

  it('writes none of the events that were listed by time before a run that writes those to come', async () => {
    await fc.assert(
      fc.asyncProperty(wellBehaved, async ({ scenario, kills }) => {
        const byTime: Run['scenario'] = { ...scenario, order: 'time', equalTimes: 0 };
        const { earlier } = await collect({ scenario: byTime, kills, isFromStart: false });
        assert.deepEqual(earlier, []);
      }),
      parameters,
    );
  });

  it('gives each event one ID, also if it is written again after a kill', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async (run) => {
        const scenario = { ...run.scenario, reusedIDs: 0 };
        const { ambiguous } = await collect({ ...run, scenario });
        assert.deepEqual(ambiguous, []);
      }),
      parameters,
    );
  });
});
