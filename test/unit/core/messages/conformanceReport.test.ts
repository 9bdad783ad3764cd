import assert from 'node:assert/strict';
import type { CheckReport } from '../../../../src/core/conformance/check.ts';
import { createEmptyProfile } from '../../../../src/core/conformance/profile.ts';
import { formatReportJson, formatReportMarkdown } from '../../../../src/core/messages/conformanceReport.ts';

const report: CheckReport = {
  findings: [
    {
      rule: 'S36',
      verdict: 'holds',
      seen: { what: 'records', largeLimit: 'cut' },
      evidence: [
        { request: 'SELECT * FROM <table> LIMIT 26', status: 200, count: 25 },
        { request: 'a `quoted` | barred\nrequest', status: undefined },
      ],
    },
    {
      rule: 'S35',
      verdict: 'holds',
      evidence: [{ request: 'SELECT * FROM <table> LIMIT 26', status: 200, count: 25 }],
    },
    { rule: 'D1', verdict: 'unknown', reason: 'needsWrite', evidence: [] },
    {
      rule: 'D6',
      verdict: 'fails',
      seen: { what: 'constructs', accepted: ['a|b_c', '<i>'], refused: [] },
      evidence: [],
    },
  ],
  profile: createEmptyProfile('https://vault.example', Date.UTC(2026, 10, 26)),
  requests: 12,
  isCutOff: false,
  isCancelled: false,
};

describe('the report of a check', () => {
  it('has a row for each rule, with the numbers of its requests, which are listed once each', () => {
    const rows = formatReportMarkdown(report, { version: '1.2.3' }).split('\n');
    assert.deepEqual(
      rows.filter((row) => /^\| [SD]\d/.test(row)),
      [
        '| S36 | At most 25 records per query | holds | A LIMIT over 25 returns 25 records. | 1, 2 |',
        '| S35 | Values of a record | holds |  | 1 |',
        '| D1 | Only SELECT | cannot be told | Only a write could show it, and no write is ever sent. |  |',
        '| D6 | Other spellings of supported constructs | fails | Accepted: a\\|b\\_c, \\<i\\>. The document leaves this open, so it is no fault of the service. |  |',
      ],
    );
    assert.deepEqual(rows.slice(rows.indexOf('## Requests') + 2, -1), [
      '1. `SELECT * FROM <table> LIMIT 26` → 200, 25 in the response',
      '2. `` a `quoted` | barred request `` → no response',
    ]);
    assert.deepEqual(rows.slice(2, 5), [
      '- Date: 2026-11-26',
      '- Requests: 12',
      '- Rules: 2 hold, 1 fail, 1 cannot be told.',
    ]);
  });

  it('names the host only if it is asked to', () => {
    for (const write of [formatReportMarkdown, formatReportJson]) {
      assert.ok(!write(report, { version: '1.2.3' }).includes('vault.example'));
      assert.ok(write(report, { version: '1.2.3', host: 'vault.example' }).includes('vault.example'));
    }
  });

  it('says that a check was cancelled', () => {
    const text = formatReportMarkdown({ ...report, isCancelled: true }, { version: '1.2.3' });
    assert.ok(text.includes('- Requests: 12 (cancelled)'));
  });

  it('says that not everything was tried', () => {
    const text = formatReportMarkdown({ ...report, isCutOff: true }, { version: '1.2.3' });
    assert.ok(text.includes('- Requests: 12 (the maximum; not everything was tried)'));
  });
});
