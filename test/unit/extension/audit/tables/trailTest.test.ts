import assert from 'node:assert/strict';
import type { TrailTable } from '../../../../../src/core/service/connections/trailTable.ts';
import { TableError, type TableProblem } from '../../../../../src/node/clickhouse/tableCheck.ts';
import type { TrailWarning } from '../../../../../src/node/clickhouse/trailSteps.ts';
import '../../withVscode.ts';

const { describeTrailSteps } = await import('../../../../../src/extension/audit/tables/trailTest.ts');

const trail: TrailTable = {
  kind: 'clickhouse',
  url: 'https://ch.test:8443',
  database: 'audit',
  table: 'events',
  user: 'reader',
};
const problemText = (problem: TableProblem): string | undefined =>
  describeTrailSteps(
    [{ step: 'table', result: { state: 'failed', error: new TableError(problem, 'for the command line') } }],
    trail,
  )[0]?.text;
const warningText = (warning: TrailWarning): string | undefined =>
  describeTrailSteps([{ step: 'table', result: { state: 'warning', warning } }], trail)[0]?.text;

describe('the report of a test of a table', () => {
  it('says of each problem what keeps events from being read, and what to do', () => {
    const table = 'audit.events';
    const columns = [
      { name: 'ts', actual: 'DateTime', expected: 'DateTime64(9)' },
      { name: 'id', actual: undefined, expected: 'String' },
    ];
    assert.deepEqual(
      [
        problemText({ kind: 'oldVersion', version: '22.1', minVersion: '23.8' }),
        problemText({ kind: 'noTable', table }),
        problemText({ kind: 'otherColumns', table, columns }),
        problemText({ kind: 'otherColumns', table, columns: columns.slice(1) }),
        problemText({ kind: 'otherEngine', table, engine: 'MergeTree' }),
        problemText({ kind: 'randomShards', table }),
        problemText({ kind: 'otherOrder', table, key: 'ts' }),
      ],
      [
        'ClickHouse 22.1 is too old. Update it to 23.8 or later.',
        'reader has no table audit.events, or no access to it. Check the name and the rights.',
        'audit.events has other columns than a table of audit events: ts is DateTime, not DateTime64(9), and 1 more. Create one with: audit init clickhouse',
        'audit.events has other columns than a table of audit events: id is missing. Create one with: audit init clickhouse',
        'audit.events can repeat events: its engine is MergeTree, not ReplacingMergeTree. Create a table with: audit init clickhouse',
        'audit.events can repeat events: its sharding key is random. Create a table with: audit init clickhouse',
        'audit.events can lack events: it is sorted by (ts), not by (ts, id). Create a table with: audit init clickhouse',
      ],
    );
  });

  it('names the right without which gaps are not shown', () => {
    assert.equal(
      warningText({ kind: 'noGaps' }),
      'Gaps can’t be shown. Grant SELECT on audit.events_gaps to reader.',
    );
  });
});
