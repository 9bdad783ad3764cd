import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@cfworker/json-schema';
import { type CheckedFile, formatReport } from '../../../src/cli/findingReports.ts';
import { checkText } from '../../../src/core/sql/lint/check.ts';

const schema = join(import.meta.dirname, '../../fixtures/sarif/sarif-2.1.0-rtm.5.json');
const validator = new Validator(JSON.parse(readFileSync(schema, 'utf8')), '4', false);
const problems = (log: unknown): string[] =>
  validator.validate(log).errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);

const columns = [
  { table: 't', column: 'secret', transientTokenization: true },
  { table: 't', column: 'plain', columnLevelEncryption: false },
];
const tables = [
  { name: 't', columns: undefined },
  { name: 'known', columns: ['a'] },
];
const log = (...texts: readonly (readonly [file: string, text: string])[]) => {
  const files: CheckedFile[] = texts.map(([file, text]) => ({
    file,
    text,
    findings: checkText(text, { columns: columns, tables }),
  }));
  return JSON.parse(formatReport('sarif', files, '1.2.3'));
};
/** One statement for each rule. */
const everyRule = `DELETE FROM t; SELECT a FROM t ORDER BY a; SELECT a FROM t WHERE a >= b; SELECT upper(a) FROM t;
SELECT FROM WHERE; SELECT a FROM t LIMIT 60; SELECT a FROM t WHERE secret = 'x'; SELECT a FROM t WHERE plain ? 'x';
SELECT ALL a FROM t; SELECT a FROM t WHERE mail = "a@b.c";
SELECT a FROM t WHERE count(*) > 1; SELECT b FROM known; SELECT a FROM unknown`;

describe('SARIF against its published schema', () => {
  it('is valid with a result of every rule', () => {
    const made = log(['a.vaultsql', everyRule]);
    const [{ results, tool }] = made.runs;
    const used = new Set(results.map(({ ruleId }: { ruleId: string }) => ruleId));
    assert.deepEqual(
      tool.driver.rules.map(({ id }: { id: string }) => id).filter((id: string) => !used.has(id)),
      [],
    );
    assert.deepEqual(problems(made), []);
  });

  it('is valid without a file, without a finding, and at the end of a text', () => {
    for (const made of [log(), log(['a', '']), log(['a', 'SELECT a FROM']), log(['a', '\n\n\r\nSELECT'])]) {
      assert.deepEqual(problems(made), []);
    }
  });

  it('is valid whatever files are named and whatever they hold', () => {
    const text = "\ufeffSELECT '😀' FROM t\r\nWHERE a >= '\ud83d' \u0000 “b";
    for (const file of ['-', '/tmp/a b.sql', '../ü%.sql', 'C:\\a\\b.sql', 'a\\b#c?.sql', '😀', 'a:b']) {
      assert.deepEqual(problems(log([file, text], [file, everyRule])), [], file);
    }
  });

  it('would be seen to be wrong', () => {
    const made = log(['a', everyRule]);
    made.runs[0].results[0].level = 'fatal';
    assert.notDeepEqual(problems(made), []);
    made.runs[0].results[0].level = 'error';
    made.runs[0].results[0].locations[0].physicalLocation.region.startLine = 0;
    assert.notDeepEqual(problems(made), []);
  });
});
