import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import type { Finding } from '../../../../../src/core/sql/lint/findings.ts';

interface Row {
  readonly id: string;
  readonly sql: string;
  readonly verdict: 'ok' | 'unsupported' | 'write' | 'syntax' | 'multiple';
  readonly tokens: readonly string[];
}
const file = new URL('../../../../fixtures/dialect.jsonl', import.meta.url);
const rows: Row[] = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);

function verdictOf(errors: readonly Finding[]): Row['verdict'] {
  const classes = new Set(
    errors.map(({ code }): Row['verdict'] => {
      if (code === 'syntax') return 'syntax';
      return code === 'write-operation' ? 'write' : 'unsupported';
    }),
  );
  const [only] = classes;
  return classes.size > 1 ? 'multiple' : (only ?? 'ok');
}

// Rows with `doubt` are as given too: the dialect table says why where there is a choice (D6).
describe('corpus of the dialect', () => {
  for (const { id, sql, verdict, tokens } of rows) {
    it(`${id} ${sql}`, () => {
      const errors = checkText(sql).filter(({ severity }) => severity === 'error');
      const found = errors.map(({ start, end }) => sql.slice(start, end)).filter((text) => text !== '');
      assert.deepEqual({ verdict: verdictOf(errors), tokens: found }, { verdict, tokens });
    });
  }

  it('has all its rows', () => assert.equal(rows.length, 163));
});
